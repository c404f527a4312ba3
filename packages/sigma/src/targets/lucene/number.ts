import { numberSpelled } from '../../characters.js';
import type { MappedField } from '../../convert/maps.js';
import type { ValueTest } from '../../model/condition.js';
import { compareOnNumber } from './compare.js';
import { escapeTerm } from './escape.js';
import { neverSaid } from './keyword.js';
import { type Place, type Term, unsaid } from './place.js';

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;

/** A test on a numeric field: numbers and comparisons, no wildcards. */
export function numberTerm(test: ValueTest, name: string, field: MappedField, place: Place): Term {
  switch (test.op) {
    case 'number':
      return literalOnNumber(String(test.value), name, field, place);
    case 'compare':
      return compareOnNumber(test.operator, test.value);
    case 'string':
      if (test.pattern.shape === 'exact') return literalOnNumber(test.pattern.literal, name, field, place);
      return unsaid(
        name,
        place,
        'widened_wildcard',
        `${name} holds numbers, which have no wildcards: the test was left out. Write the numbers, or a range with gte and lt.`,
      );
    case 'regex':
      return unsaid(
        name,
        place,
        'widened_regex',
        `${name} holds numbers, which take no expressions: the test was left out. Write the numbers, or a range with gte and lt.`,
      );
    case 'placeholder':
      return { value: `"${place.placeholder(test.name)}"` };
    case 'cidr':
    case 'boolean':
      return { clause: false };
    default:
      return { clause: neverSaid(test, name, place) };
  }
}

function literalOnNumber(literal: string, name: string, field: MappedField, place: Place): Term {
  const spelled = field.values?.get(literal.toLowerCase()) ?? literal;
  if (NUMBER.test(spelled)) return { value: escapeTerm(spelled) };
  const hexadecimal = numberSpelled(spelled);
  if (hexadecimal !== undefined) return { value: String(hexadecimal) };
  return unsaid(
    name,
    place,
    'test_dropped',
    `${name} holds numbers and never "${literal}": the test was left out. Correct the value in the rule.`,
  );
}

/** A test on a boolean field. */
export function booleanTerm(test: ValueTest, name: string, field: MappedField, place: Place): Term {
  const literal =
    test.op === 'boolean' || test.op === 'number'
      ? String(test.value)
      : test.op === 'string' && test.pattern.shape === 'exact'
        ? test.pattern.literal
        : '';
  const spelled = field.values?.get(literal.toLowerCase()) ?? literal.toLowerCase();
  if (spelled === 'true' || spelled === 'false') return { value: spelled };
  return unsaid(name, place, 'test_dropped', 'The field is a boolean, true or false.');
}
