import type { TimePart, ValueTest } from '../../model/condition.js';
import { asText, type Column, isNumeric } from './column.js';
import { isLetterless, numberLiteral, quoteString } from './literal.js';
import { patternRegex, translateRegex } from './regex.js';
import type { TestScope } from './test-scope.js';
import { reduceToForm } from './value-form.js';

type StringTest = Extract<ValueTest, { op: 'string' }>;
type FieldrefTest = Extract<ValueTest, { op: 'fieldref' }>;

/** One part of a leaf: a text of atomic strength, or a constant. */
export type Part = string | boolean;

const COMPARISON = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;
/** A longer chain of `or` comes near Kusto's limit of syntax depth; one regular expression means the same. */
const SEARCHES_MAX = 100;
const NUMBER_TEXT = /^-?(?:0|[1-9]\d{0,14})$/;
const HEX_TEXT = /^0x[0-9a-f]{1,12}$/i;

/**
 * The tests of one leaf on one column, as parts to be joined by `or` (`any`) or `and` (`all`). Under `any`, values that can share an
 * operator (`in~`, `in`, `ipv4_is_in_any_range`) are collected.
 */
export function renderTests(
  column: Column,
  tests: readonly ValueTest[],
  join: 'any' | 'all',
  scope: TestScope,
): readonly Part[] {
  if (tests.length === 1 || join === 'all') return tests.map((test) => renderTest(column, test, scope));
  const parts: Part[] = [];
  const lists = new Map<string, Set<string>>();
  // The list is placed where its first member was, so that the rule's order is kept.
  const gather = (kind: string, member: string) => {
    const list = lists.get(kind);
    if (list === undefined) {
      lists.set(kind, new Set([member]));
      parts.push(kind);
    } else list.add(member);
  };
  const searches = tests.filter(isSearch).length;
  const mixed = column.type === 'unknown' && tests.some((test) => test.op === 'string');
  for (const test of tests) {
    if (
      test.op === 'string' &&
      test.pattern.shape === 'exact' &&
      test.pattern.literal !== '' &&
      column.form === 'value'
    ) {
      const number = isNumeric(column.type) ? numberOfText(test.pattern.literal) : undefined;
      if (number !== undefined) gather('#number', numberLiteral(number));
      else if (column.type !== 'bool') gather(test.cased ? '#cased' : '#exact', quoteString(test.pattern.literal));
      else parts.push(renderTest(column, test, scope));
    } else if (test.op === 'number' && column.form === 'value') {
      if (mixed || column.type === 'string') gather('#exact', quoteString(String(test.value)));
      else if (isNumeric(column.type) || column.type === 'unknown') gather('#number', numberLiteral(test.value));
      else gather('#exact', quoteString(String(test.value)));
    } else if (mixed && test.op === 'boolean') gather('#exact', quoteString(String(test.value)));
    else if (searches > SEARCHES_MAX && isSearch(test) && column.form === 'value') {
      gather('#regex', patternRegex(test.pattern, false).slice('(?is)'.length));
    } else if (test.op === 'cidr') gather(`#cidr${test.version}`, quoteString(test.network));
    else if (test.op === 'time') gather(`#time:${test.part}`, String(test.value));
    else parts.push(renderTest(column, test, scope));
  }
  return parts.map((part) =>
    typeof part === 'string' && part.startsWith('#') ? renderList(column, part, lists, scope) : part,
  );
}

/** Whether a test looks for a part of a value in any letter case. */
function isSearch(test: ValueTest): test is StringTest {
  return test.op === 'string' && !test.cased && test.pattern.shape !== 'exact' && test.pattern.shape !== 'any';
}

function renderList(
  column: Column,
  kind: string,
  lists: ReadonlyMap<string, ReadonlySet<string>>,
  scope: TestScope,
): string {
  const members = [...(lists.get(kind) ?? [])];
  const [first = ''] = members;
  const many = members.length > 1;
  const list = members.join(', ');
  switch (kind) {
    case '#exact': {
      const caseless = members.every(isLetterless);
      if (many) return `${asText(column)} ${caseless ? 'in' : 'in~'} (${list})`;
      return `${asText(column)} ${caseless ? '==' : '=~'} ${first}`;
    }
    case '#cased':
      return many ? `${asText(column)} in (${list})` : `${asText(column)} == ${first}`;
    case '#number':
      return many ? `${column.expression} in (${list})` : `${column.expression} == ${first}`;
    case '#regex':
      return `${asText(column)} matches regex ${quoteString(`(?is)(?:${members.join('|')})`)}`;
    case '#cidr4':
    case '#cidr6':
      return renderCidr(column, kind === '#cidr4' ? 4 : 6, members, scope);
    default:
      return renderTime(column, kind.slice('#time:'.length) as TimePart, members.map(Number), scope);
  }
}

function renderTest(column: Column, test: ValueTest, scope: TestScope): Part {
  switch (test.op) {
    case 'string':
      return renderString(column, test, scope);
    case 'number':
      return renderNumber(column, test.value, scope);
    case 'boolean':
      if (column.type === 'bool' || column.type === 'unknown') return `${column.expression} == ${test.value}`;
      return `${asText(column)} =~ "${test.value}"`;
    case 'null':
      return renderMissing(column);
    case 'exists':
      return test.value ? renderPresent(column) : renderMissing(column);
    case 'compare':
      return renderCompare(column, test, scope);
    case 'regex':
      if (column.form !== 'value') return renderRegexOnForm(column, test, scope);
      return `${asText(column)} matches regex ${quoteString(translateRegex(test.source, test.flags))}`;
    case 'cidr':
      return renderCidr(column, test.version, [quoteString(test.network)], scope);
    case 'fieldref':
      return renderFieldref(column, test, scope);
    case 'time':
      return renderTime(column, test.part, [test.value], scope);
    case 'placeholder':
      scope.note({
        code: 'placeholder',
        message: `Replace %${test.name}% in the query by the values it stands for, for example from a watchlist.`,
      });
      return renderString(column, { op: 'string', pattern: test.pattern, cased: false }, scope);
  }
}

function renderString(column: Column, test: StringTest, scope: TestScope): Part {
  if (column.form !== 'value') {
    const reduced = reduceToForm(column, test, scope);
    return typeof reduced === 'boolean' ? reduced : renderPlainString(reduced.column, reduced.test);
  }
  return renderPlainString(column, test);
}

function renderPlainString(column: Column, test: StringTest): string {
  const { pattern, cased } = test;
  const { literal } = pattern;
  if (pattern.shape === 'any') return renderPresent(column);
  if (pattern.shape === 'exact') {
    if (literal === '') return renderMissing(column);
    const number = isNumeric(column.type) ? numberOfText(literal) : undefined;
    if (number !== undefined) return `${column.expression} == ${numberLiteral(number)}`;
    if (column.type === 'bool' && /^(?:true|false)$/i.test(literal))
      return `${column.expression} == ${literal.toLowerCase()}`;
    return `${asText(column)} ${cased || isLetterless(literal) ? '==' : '=~'} ${quoteString(literal)}`;
  }
  const text = asText(column);
  if (pattern.shape === 'mixed') return `${text} matches regex ${quoteString(patternRegex(pattern, cased))}`;
  return `${text} ${pattern.shape}${cased ? '_cs' : ''} ${quoteString(literal)}`;
}

function renderNumber(column: Column, value: number, scope: TestScope): Part {
  if (column.form !== 'value') {
    const text = String(value);
    return renderString(
      column,
      { op: 'string', pattern: { parts: [text], shape: 'exact', literal: text }, cased: false },
      scope,
    );
  }
  if (isNumeric(column.type) || column.type === 'unknown') return `${column.expression} == ${numberLiteral(value)}`;
  return `${asText(column)} == ${quoteString(String(value))}`;
}

/** Kusto strings have no null: missing, null and empty are the same in a string column, and so is their test. */
function renderMissing(column: Column): string {
  const { type, expression } = column;
  return type === 'string' || type === 'unknown' || type === 'dynamic'
    ? `isempty(${expression})`
    : `isnull(${expression})`;
}

function renderPresent(column: Column): string {
  const { type, expression } = column;
  return type === 'string' || type === 'unknown' || type === 'dynamic'
    ? `isnotempty(${expression})`
    : `isnotnull(${expression})`;
}

/** In Kusto a comparison with nothing is null, and `not(null)` matches no row. Under a `not` the null is therefore made false. */
function definite(test: string, scope: TestScope): string {
  return scope.tolerance === 'narrower' ? `coalesce(${test}, false)` : test;
}

function renderCompare(column: Column, test: Extract<ValueTest, { op: 'compare' }>, scope: TestScope): string {
  const left = isNumeric(column.type) || column.type === 'unknown' ? column.expression : `toreal(${column.expression})`;
  return definite(`${left} ${COMPARISON[test.operator]} ${numberLiteral(test.value)}`, scope);
}

function renderCidr(column: Column, version: 4 | 6, networks: readonly string[], scope: TestScope): string {
  const name = networks.length === 1 ? `ipv${version}_is_in_range` : `ipv${version}_is_in_any_range`;
  return definite(`${name}(${asText(column)}, ${networks.join(', ')})`, scope);
}

const TIME_FUNCTIONS: Readonly<Record<TimePart, (time: string) => string>> = {
  minute: (time) => `datetime_part("minute", ${time})`,
  hour: (time) => `hourofday(${time})`,
  day: (time) => `dayofmonth(${time})`,
  week: (time) => `week_of_year(${time})`,
  month: (time) => `monthofyear(${time})`,
  year: (time) => `getyear(${time})`,
};

function renderTime(column: Column, part: TimePart, values: readonly number[], scope: TestScope): string {
  const time = column.type === 'datetime' ? column.expression : `todatetime(${column.expression})`;
  const call = TIME_FUNCTIONS[part](time);
  if (values.length === 1) return `${call} == ${values[0]}`;
  const least = Math.min(...values);
  const greatest = Math.max(...values);
  if (values.length > 2 && greatest - least === values.length - 1) {
    return definite(`${call} between (${least} .. ${greatest})`, scope);
  }
  return `${call} in (${values.join(', ')})`;
}

const REFERENCE = {
  equals: ['=~', '=='],
  startswith: ['startswith', 'startswith_cs'],
  endswith: ['endswith', 'endswith_cs'],
  contains: ['contains', 'contains_cs'],
} as const;

function renderFieldref(column: Column, test: FieldrefTest, scope: TestScope): Part {
  const other = scope.column(test.field);
  if (other === undefined || column.form !== 'value' || other.form !== 'value') {
    scope.note({
      code: 'test_dropped',
      message: `The comparison with the field ${test.field} cannot be said on these columns.`,
    });
    return scope.tolerance === 'wider';
  }
  const operator = REFERENCE[test.match][test.cased ? 1 : 0];
  const known = (one: Column) => (one.type === 'unknown' ? `tostring(${one.expression})` : asText(one));
  const comparison = `${known(column)} ${operator} ${known(other)}`;
  // In Kusto two missing fields are equal empty strings, while in the rule no value equals a missing one.
  return `(${renderPresent(test.match === 'equals' ? column : other)} and ${comparison})`;
}

function renderRegexOnForm(column: Column, test: Extract<ValueTest, { op: 'regex' }>, scope: TestScope): Part {
  if (scope.tolerance === 'narrower' || column.form !== 'text') {
    scope.note({
      code: 'test_dropped',
      message: `${column.expression} does not hold the whole value, so the regular expression was left out.`,
    });
    return scope.tolerance === 'wider';
  }
  scope.note({
    code: 'widened_regex',
    message: `${column.expression} holds the value among other text; anchors were removed where they stood at the ends.`,
  });
  const source = test.source.replace(/^\^/, '').replace(/(?<!\\)\$$/, '');
  return `${asText(column)} matches regex ${quoteString(translateRegex(source, test.flags))}`;
}

/** The number that a text spells, decimal or `0x…`, as in typed columns. */
function numberOfText(text: string): number | undefined {
  if (NUMBER_TEXT.test(text)) return Number(text);
  return HEX_TEXT.test(text) ? Number.parseInt(text, 16) : undefined;
}
