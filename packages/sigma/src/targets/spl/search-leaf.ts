import type { MappedField } from '../../convert/maps.js';
import { joinRendered, type Rendered, type Tolerance } from '../../convert/walk.js';
import type { FieldTest, KeywordTest, ValueTest } from '../../model/condition.js';
import type { Pattern } from '../../model/pattern.js';
import { escapeQuoted, isSearchPattern, quote, searchName, searchValue } from './quote.js';
import { SEARCH } from './syntax.js';

const OPERATORS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/**
 * Whether the search command expresses a test exactly. Under an odd number of `not`, comparisons are left to `where`: the search command
 * compares values that are not numbers as text, and would exclude too much.
 */
export function isSearchTest(test: ValueTest, tolerance: Tolerance): boolean {
  switch (test.op) {
    case 'string':
      return test.pattern.shape === 'any' || (!test.cased && isSearchPattern(test.pattern));
    case 'regex':
    case 'fieldref':
    case 'time':
      return false;
    case 'compare':
      return tolerance === 'wider';
    default:
      return true;
  }
}

/** Whether a test demands that a field is missing; with several native names, all must be. */
export function isAbsence(test: ValueTest): boolean {
  return test.op === 'null' || (test.op === 'exists' && !test.value);
}

/**
 * A field test in the search command. What it cannot express exactly is widened where that is allowed and left out elsewhere, so that the
 * text can stand before an exact `where` as its filter.
 */
export function searchField(leaf: FieldTest, field: MappedField, tolerance: Tolerance): Rendered {
  if (field.type === 'json') return tolerance === 'wider';
  if (field.names.length === 1) return searchTests(leaf, field, field.names[0] as string, tolerance);
  const parts = leaf.tests.map((test) =>
    joinRendered(
      isAbsence(test) ? 'and' : 'or',
      field.names.map((name) => searchTest(searchName(name), test, field, tolerance)),
      SEARCH,
    ),
  );
  return joinRendered(leaf.join === 'any' ? 'or' : 'and', parts, SEARCH);
}

function searchTests(leaf: FieldTest, field: MappedField, nativeName: string, tolerance: Tolerance): Rendered {
  const name = searchName(nativeName);
  const { tests } = leaf;
  if (tests.length === 1) return searchTest(name, tests[0] as ValueTest, field, tolerance);
  if (leaf.join === 'all') {
    return joinRendered(
      'and',
      tests.map((test) => searchTest(name, test, field, tolerance)),
      SEARCH,
    );
  }
  let list = '';
  let listed = 0;
  const others: Rendered[] = [];
  for (const test of tests) {
    const value = listedValue(test, field, tolerance);
    if (value === undefined) others.push(searchTest(name, test, field, tolerance));
    else list += listed++ === 0 ? value : `, ${value}`;
  }
  if (listed === 0) return joinRendered('or', others, SEARCH);
  const listText = listed === 1 ? `${name}=${list}` : `${name} IN (${list})`;
  return others.length === 0 ? listText : joinRendered('or', [listText, ...others], SEARCH);
}

/** The value of a test that may be in an `IN` list, or undefined. */
function listedValue(test: ValueTest, field: MappedField, tolerance: Tolerance): string | undefined {
  if (test.op === 'number') return numberValue(test.value, field);
  if (test.op === 'boolean') return String(test.value);
  if (test.op !== 'string' || test.pattern.shape === 'any') return undefined;
  if (isSearchTest(test, tolerance)) return stringValue(test.pattern, field);
  const widened = tolerance === 'wider' ? widenedValue(test) : '*';
  return widened === '*' ? undefined : widened;
}

function searchTest(name: string, test: ValueTest, field: MappedField, tolerance: Tolerance): Rendered {
  switch (test.op) {
    case 'string':
      if (isSearchTest(test, tolerance)) return `${name}=${stringValue(test.pattern, field)}`;
      return tolerance === 'wider' && `${name}=${widenedValue(test)}`;
    case 'number':
      return `${name}=${numberValue(test.value, field)}`;
    case 'boolean':
      return `${name}=${test.value}`;
    case 'null':
      return { text: `NOT ${name}=*`, operator: 'not' };
    case 'exists':
      return test.value ? `${name}=*` : { text: `NOT ${name}=*`, operator: 'not' };
    case 'compare':
      return tolerance === 'wider' ? `${name}${OPERATORS[test.operator]}${test.value}` : false;
    case 'cidr':
      return `${name}="${test.network}"`;
    case 'placeholder':
      return `${name}=${searchValue(test.pattern)}`;
    default:
      return tolerance === 'wider';
  }
}

function stringValue(pattern: Pattern, field: MappedField): string {
  if (field.values !== undefined && pattern.shape === 'exact') {
    const native = field.values.get(pattern.literal.toLowerCase());
    if (native !== undefined) return quote(native);
  }
  return searchValue(pattern);
}

function numberValue(value: number, field: MappedField): string {
  const native = field.values?.get(String(value));
  return native === undefined ? String(value) : quote(native);
}

/**
 * For a pattern that the search command cannot express, the narrowest wider one: every `?` and every literal `*` becomes `*`. A value that
 * would be read as an address range, or is only wildcards, becomes a test of presence.
 */
function widenedValue({ pattern, cased }: Extract<ValueTest, { op: 'string' }>): string {
  if (pattern.shape === 'exact' && !cased && !pattern.literal.includes('*')) return '*';
  for (const part of pattern.parts) if (typeof part === 'string' && part !== '*') return searchValue(pattern);
  return pattern.parts.length === 0 ? '""' : '*';
}

/** A keyword test in the search command; what it cannot express is handled as in `searchField`. */
export function searchKeyword(leaf: KeywordTest, tolerance: Tolerance): Rendered {
  if (leaf.tests.length === 1) return keywordTest(leaf.tests[0] as ValueTest, tolerance);
  return joinRendered(
    leaf.join === 'any' ? 'or' : 'and',
    leaf.tests.map((test) => keywordTest(test, tolerance)),
    SEARCH,
  );
}

function keywordTest(test: ValueTest, tolerance: Tolerance): Rendered {
  // A bare number is a term of its own in Splunk's index, which is what a number as a keyword means.
  if (test.op === 'number') return /^\d+$/.test(String(test.value)) ? String(test.value) : `"${test.value}"`;
  if (test.op === 'string' || test.op === 'placeholder') {
    if (test.pattern.shape === 'any') return true;
    if (!isSearchTest(test, tolerance) && tolerance === 'narrower') return false;
    return keywordText(test.pattern);
  }
  return tolerance === 'wider';
}

/** A phrase anywhere in the event. Sigma's keywords also match inside words, so there are wildcards at both ends. */
function keywordText(pattern: Pattern): Rendered {
  let text = '*';
  for (const part of pattern.parts) text += typeof part === 'string' ? escapeQuoted(part) : '*';
  text = `${text}*`.replace(/\*{2,}/g, '*');
  return text === '*' ? true : `"${text}"`;
}
