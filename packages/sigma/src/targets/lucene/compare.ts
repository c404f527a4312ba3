import type { MappedField } from '../../convert/maps.js';
import { SIGNS } from '../../convert/text/tokens.js';
import { alternation, wholeNumbersBetween, wholeNumbersFrom } from './digits.js';
import { slashed } from './escape.js';
import { type Place, type Term, unsaid } from './place.js';

type Operator = keyof typeof SIGNS;

const ANY_FRACTION = '(\\.[0-9]+)?';
const ZERO_FRACTION = '(\\.0+)?';
const SOME_FRACTION = '\\.[0-9]*[1-9][0-9]*';
const NEGATIVE = '-[0-9]+(\\.[0-9]+)?';

/** A numeric comparison on a field that holds numbers. */
export function compareOnNumber(operator: Operator, value: number): Term {
  return { value: `${SIGNS[operator]}${value < 0 ? `\\${value}` : value}` };
}

/**
 * A numeric comparison on a keyword field, which orders its values as text: an expression on the digits. Without a map the field's type is
 * unknown, and a field compared with a number counts as numeric.
 */
export function compareOnKeyword(
  operator: Operator,
  value: number,
  name: string,
  field: MappedField,
  place: Place,
): Term {
  if (!field.mapped) return compareOnNumber(operator, value);
  if (!Number.isSafeInteger(value) || value < 0 || value > 1e12) {
    return unsaid(name, place, 'test_dropped', 'The field holds its numbers as text, which cannot be compared here.');
  }
  return { value: slashed(alternation(digitAlternatives(operator, value))) };
}

function digitAlternatives(operator: Operator, value: number): readonly string[] {
  switch (operator) {
    case 'gt':
      return [`${alternation(wholeNumbersFrom(value + 1))}${ANY_FRACTION}`, `${value}${SOME_FRACTION}`];
    case 'gte':
      return [`${alternation(wholeNumbersFrom(value))}${ANY_FRACTION}`];
    case 'lt':
      return [...below(value), NEGATIVE];
    case 'lte':
      return [...below(value), `${value}${ZERO_FRACTION}`, NEGATIVE];
  }
}

function below(value: number): readonly string[] {
  return value === 0 ? [] : [`${alternation(wholeNumbersBetween(0, value - 1))}${ANY_FRACTION}`];
}
