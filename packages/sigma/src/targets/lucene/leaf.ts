import type { MappedField } from '../../convert/maps.js';
import { joinRendered, type Rendered } from '../../convert/walk.js';
import type { FieldTest, KeywordTest, ValueTest } from '../../model/condition.js';
import { ANY } from '../../model/pattern.js';
import { joinParts, patternOf } from '../../parse/pattern.js';
import { escapeFieldName } from './escape.js';
import { kindOf, spreadKindOf } from './kinds.js';
import { exists, noteAt, type Place } from './place.js';
import { asWord } from './regex-term.js';
import { LUCENE_SYNTAX } from './syntax.js';

/** The tests of one field, under its native names; with several, the value may be in any of them. */
export function renderField(leaf: FieldTest, field: MappedField, place: Place): Rendered {
  const operator = leaf.join === 'any' ? 'or' : 'and';
  const [name] = field.names;
  if (field.names.length === 1 && name !== undefined && spreadKindOf(field.type) === undefined) {
    return namedTests(leaf.tests, operator, escapeFieldName(name), field, place);
  }
  if (operator === 'or') return anyOf(leaf.tests, field, place);
  return joinRendered(
    'and',
    leaf.tests.map((test) => anyOf([test], field, place)),
    LUCENE_SYNTAX,
  );
}

/** A keyword search: a text is searched anywhere in the event's text, a number as a separate word. */
export function renderKeywords(leaf: KeywordTest, field: MappedField, place: Place): Rendered {
  const tests = leaf.tests.map((test): ValueTest => {
    if (test.op === 'string') {
      return { ...test, pattern: patternOf(joinParts([[ANY], test.pattern.parts, [ANY]])) };
    }
    if (test.op !== 'number' || field.type === 'everywhere') return test;
    return asWord(test.value);
  });
  return renderField({ ...leaf, kind: 'field', field: '', tests }, field, place);
}

/** Tests joined by OR on a value that is in any of several fields, or spread over them. */
function anyOf(tests: readonly ValueTest[], field: MappedField, place: Place): Rendered {
  const escaped = field.names.map(escapeFieldName);
  // A field is absent only when all its names are, so this cannot be written name by name.
  const parts: Rendered[] = [];
  const present: ValueTest[] = [];
  for (const test of tests) {
    if (isAbsence(test)) parts.push(absent(escaped));
    else if (isPresence(test)) parts.push(exists(escaped));
    else present.push(test);
  }
  const spread = spreadKindOf(field.type);
  const said =
    spread === undefined
      ? sameTests(present, escaped, field, place)
      : present.map((test) => spread(test, escaped, field, place));
  if (present.length > 0) parts.unshift(...(spread === undefined ? said : groupByName(said, escaped)));
  return joinRendered('or', parts, LUCENE_SYNTAX);
}

/** Groups the values that follow the same name. */
function groupByName(parts: readonly Rendered[], names: readonly string[]): readonly Rendered[] {
  const values = new Map<string, string[]>();
  const others: Rendered[] = [];
  for (const part of parts) {
    const name = typeof part === 'string' ? names.find((candidate) => part.startsWith(`${candidate}:`)) : undefined;
    if (typeof part !== 'string' || name === undefined) {
      others.push(part);
      continue;
    }
    const value = part.slice(name.length + 1);
    const known = values.get(name);
    if (known === undefined) values.set(name, [value]);
    else if (!known.includes(value)) known.push(value);
  }
  return [...[...values].map(([name, found]) => behindName(name, found, LUCENE_SYNTAX.or)), ...others];
}

function behindName(name: string, values: readonly string[], operator: string): string {
  return values.length === 1 ? `${name}:${values[0]}` : `${name}:(${values.join(operator)})`;
}

/** The same tests for each of several names; the values are equal for all of them, so they are written once. */
function sameTests(
  tests: readonly ValueTest[],
  names: readonly string[],
  field: MappedField,
  place: Place,
): readonly Rendered[] {
  const [first = '', ...others] = names;
  const { values, parts } = termsOf(tests, first, field, place);
  if (parts.length > 0) return names.map((name) => namedTests(tests, 'or', name, field, place));
  return [first, ...others].map((name) => behindName(name, values, LUCENE_SYNTAX.or));
}

function namedTests(
  tests: readonly ValueTest[],
  operator: 'and' | 'or',
  escaped: string,
  field: MappedField,
  place: Place,
): Rendered {
  const { values, parts } = termsOf(tests, escaped, field, place);
  if (values.length > 0)
    parts.unshift(behindName(escaped, values, operator === 'and' ? LUCENE_SYNTAX.and : LUCENE_SYNTAX.or));
  return joinRendered(operator, parts, LUCENE_SYNTAX);
}

/** The terms for tests on one name: values to follow it, and clauses of their own. */
function termsOf(
  tests: readonly ValueTest[],
  escaped: string,
  field: MappedField,
  place: Place,
): { readonly values: readonly string[]; readonly parts: Rendered[] } {
  const kind = kindOf(field.type);
  const values: string[] = [];
  const parts: Rendered[] = [];
  for (const test of tests) {
    const known = presence(test, escaped, field, place);
    if (known !== undefined) parts.push(known);
    else {
      const term = kind(test, escaped, field, place);
      if (!('value' in term)) {
        if (typeof term.clause !== 'string' || !parts.includes(term.clause)) parts.push(term.clause);
      } else if (!values.includes(term.value)) values.push(term.value);
    }
  }
  return { values, parts };
}

/** The term for a test of presence; undefined for every other test. */
function presence(test: ValueTest, name: string, field: MappedField, place: Place): Rendered | undefined {
  const absence = isAbsence(test);
  if (!absence && !isPresence(test)) return undefined;
  if (field.type === 'element') {
    noteAt(
      place,
      'pairing_lost',
      'The product keeps the values in one array without their positions: one of them cannot be asked for.',
    );
    // Presence of one element can only be tested on the array as a whole: wider for presence, narrower for absence.
    if (absence === (place.tolerance === 'wider')) return absence;
  }
  return absence ? absent([name]) : `_exists_:${name}`;
}

function isAbsence(test: ValueTest): boolean {
  return test.op === 'null' || (test.op === 'exists' && !test.value);
}

function isPresence(test: ValueTest): boolean {
  return (test.op === 'exists' && test.value) || (test.op === 'string' && test.pattern.shape === 'any');
}

function absent(names: readonly string[]): Rendered {
  const present = exists(names);
  const text = typeof present === 'string' ? present : `(${(present as { text: string }).text})`;
  return { text: `NOT ${text}`, operator: 'not', operand: text };
}
