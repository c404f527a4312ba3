import { patternRegex } from '../../convert/text/patterns.js';
import type { TestOf } from '../../convert/text/tests.js';
import type { ValueTest } from '../../model/condition.js';
import { asText, type Column, isNumeric } from './column.js';
import { isLetterless, numberLiteral, numberOfText, quoteString } from './literal.js';

/** A longer chain of `or` comes near Kusto's limit of syntax depth; one regular expression means the same. */
const SEARCHES_MAX = 100;

/** The lists that values of one column can share: texts in any or in the given case, numbers, alternatives of one expression, networks. */
export type ListKind = 'exact' | 'cased' | 'number' | 'regex' | 'cidr4' | 'cidr6' | `time:${string}`;

/** For each of some alternatives on a column, the list that its value can be a member of; undefined where it stands by itself. */
export function listsOf(
  column: Column,
  tests: readonly ValueTest[],
): readonly (readonly [ListKind, string] | undefined)[] {
  const searches = tests.filter(isSearch).length;
  const mixed = column.type === 'unknown' && tests.some(({ op }) => op === 'string');
  return tests.map((test) => listOf(column, test, mixed, searches > SEARCHES_MAX));
}

function listOf(
  column: Column,
  test: ValueTest,
  mixed: boolean,
  crowded: boolean,
): readonly [ListKind, string] | undefined {
  if (test.op === 'cidr') return [`cidr${test.version}`, quoteString(test.network)];
  if (test.op === 'time') return [`time:${test.part}`, String(test.value)];
  if (mixed && test.op === 'boolean') return ['exact', quoteString(String(test.value))];
  if (column.form !== 'value') return undefined;
  if (test.op === 'number') {
    const asNumber = !mixed && (isNumeric(column.type) || column.type === 'unknown');
    return asNumber ? ['number', numberLiteral(test.value)] : ['exact', quoteString(String(test.value))];
  }
  if (test.op !== 'string') return undefined;
  if (test.pattern.shape === 'exact') return wholeListOf(column, test);
  return crowded && isSearch(test) ? ['regex', patternRegex(test.pattern)] : undefined;
}

/** The list for a whole text. */
function wholeListOf(column: Column, test: TestOf<'string'>): readonly [ListKind, string] | undefined {
  const { literal } = test.pattern;
  if (literal === '') return undefined;
  const number = isNumeric(column.type) ? numberOfText(literal) : undefined;
  if (number !== undefined) return ['number', numberLiteral(number)];
  return column.type === 'bool' ? undefined : [test.cased ? 'cased' : 'exact', quoteString(literal)];
}

/** Whether a test looks for a part of a value in any letter case. */
function isSearch(test: ValueTest): boolean {
  return test.op === 'string' && !test.cased && test.pattern.shape !== 'exact' && test.pattern.shape !== 'any';
}

/** The test that a column has one of a list's members; networks and times are the writer's. */
export function listText(column: Column, kind: ListKind, members: readonly string[]): string {
  const [first = ''] = members;
  const many = members.length > 1;
  const list = `(${members.join(', ')})`;
  switch (kind) {
    case 'number':
      return `${column.expression} ${many ? `in ${list}` : `== ${first}`}`;
    case 'regex':
      return `${asText(column)} matches regex ${quoteString(`(?is)(?:${members.join('|')})`)}`;
    default: {
      const spelled = kind === 'cased' || members.every(isLetterless);
      if (many) return `${asText(column)} ${spelled ? 'in' : 'in~'} ${list}`;
      return `${asText(column)} ${spelled ? '==' : '=~'} ${first}`;
    }
  }
}
