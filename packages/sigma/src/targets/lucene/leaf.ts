import type { MappedField } from '../../convert/maps.js';
import { type BooleanSyntax, joinRendered, type Rendered } from '../../convert/walk.js';
import type { FieldTest, ValueTest } from '../../model/condition.js';
import { escapeFieldName } from './escape.js';
import { kindOf } from './kinds.js';
import { exists, type Place } from './place.js';

/** Lucene's operators. A negation needs something positive beside it, and mixed operators always need their parentheses. */
export const LUCENE_SYNTAX: BooleanSyntax = {
  and: ' AND ',
  or: ' OR ',
  not: (operand) => `NOT ${operand}`,
  alwaysGroup: true,
  everything: '*:*',
};

/** The tests of one field, in the place the maps give it; several names mean the value may be in any of them. */
export function renderField(leaf: FieldTest, field: MappedField, place: Place): Rendered {
  if (leaf.join === 'any' || leaf.tests.length === 1) return anyOf(leaf.tests, field, place);
  if (field.names.length === 1) return namedTests(leaf.tests, 'and', field.names[0] as string, field, place);
  return joinRendered(
    'and',
    leaf.tests.map((test) => anyOf([test], field, place)),
    LUCENE_SYNTAX,
  );
}

function anyOf(tests: readonly ValueTest[], field: MappedField, place: Place): Rendered {
  if (field.names.length === 1) return namedTests(tests, 'or', field.names[0] as string, field, place);
  // Absence is absence from every name, so it cannot be said name by name.
  const present = tests.filter((test) => !isAbsence(test));
  const parts: Rendered[] = field.names.map((name) => namedTests(present, 'or', name, field, place));
  if (present.length < tests.length) parts.push(absent(field.names.map(escapeFieldName)));
  return joinRendered('or', parts, LUCENE_SYNTAX);
}

function namedTests(
  tests: readonly ValueTest[],
  operator: 'and' | 'or',
  name: string,
  field: MappedField,
  place: Place,
): Rendered {
  const escaped = escapeFieldName(name);
  const kind = kindOf(field.type);
  const values: string[] = [];
  const parts: Rendered[] = [];
  for (const test of tests) {
    if (isAbsence(test)) parts.push(absent([escaped]));
    else if (isPresence(test)) parts.push(`_exists_:${escaped}`);
    else {
      const term = kind(test, escaped, field, place);
      if ('clause' in term) parts.push(term.clause);
      else if (!values.includes(term.value)) values.push(term.value);
    }
  }
  if (values.length === 1) parts.unshift(`${escaped}:${values[0]}`);
  else if (values.length > 1) {
    parts.unshift(`${escaped}:(${values.join(operator === 'and' ? LUCENE_SYNTAX.and : LUCENE_SYNTAX.or)})`);
  }
  return joinRendered(operator, parts, LUCENE_SYNTAX);
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
  return { text: `NOT ${text}`, operator: 'not' };
}
