import { numberSpelled, withoutEnd } from '../../characters.js';
import type { LeafScope } from '../../convert/text/leaf-scope.js';
import type { TestOf } from '../../convert/text/tests.js';
import { SIGNS } from '../../convert/text/tokens.js';
import { joinRendered, type Rendered } from '../../convert/walk.js';
import type { Pattern } from '../../model/pattern.js';
import { type Dialect, operand, present } from './dialect.js';
import type { Place } from './place.js';
import { emptyText } from './strings.js';

/** A number literal. The languages have no negative ones, so those are written as a difference. */
export function numberLiteral(value: number, float: boolean): string {
  const size = Math.abs(value);
  const digits = size >= 1e21 ? BigInt(Math.trunc(size)).toString() : decimal(size);
  const text = float && !digits.includes('.') ? `${digits}.0` : digits;
  return value < 0 ? `(0 - ${text})` : text;
}

function decimal(size: number): string {
  const text = String(size);
  if (!text.includes('e')) return text;
  let fixed = size.toFixed(20);
  while (fixed.endsWith('0')) fixed = fixed.slice(0, -1);
  return withoutEnd(fixed, '.');
}

/**
 * A numeric comparison. Zero means "not set" in UDM, and the cast turns an unreadable text into zero; where zero would satisfy the
 * comparison, presence is demanded too.
 */
export function compares(test: TestOf<'compare'>, place: Place, dialect: Dialect): Rendered {
  const sign = SIGNS[test.operator];
  const left = operand(dialect, place);
  if (place.kind === 'raw') return `${left} ${sign} ${test.value}`;
  const zeroFits = satisfiedBy(0, test);
  if (place.kind === 'int') {
    const text = `${left} ${sign} ${numberLiteral(test.value, false)}`;
    return zeroFits ? joinRendered('and', [present(place, dialect), text], dialect.syntax) : text;
  }
  const text = `cast.as_float(${left}) ${sign} ${numberLiteral(test.value, true)}`;
  if (!zeroFits) return text;
  return joinRendered('and', [`${left} = /^-?[0-9]+(?:\\.[0-9]+)?$/`, text], dialect.syntax);
}

function satisfiedBy(value: number, test: TestOf<'compare'>): boolean {
  switch (test.operator) {
    case 'gt':
      return value > test.value;
    case 'gte':
      return value >= test.value;
    case 'lt':
      return value < test.value;
    default:
      return value <= test.value;
  }
}

/** "The number is one of these": exact values in decimal or, as in Windows masks, in hexadecimal. */
export function intFits(patterns: readonly Pattern[], place: Place, dialect: Dialect, scope: LeafScope): Rendered {
  const left = operand(dialect, place);
  const parts = patterns.map((pattern): Rendered => {
    if (pattern.shape === 'any') return present(place, dialect);
    const value = pattern.shape === 'exact' ? numberSpelled(pattern.literal) : undefined;
    if (value === 0) return emptyText(place, dialect, scope);
    return value === undefined ? widenedNumber(place, dialect, scope) : `${left} = ${value}`;
  });
  return joinRendered('or', parts, dialect.syntax);
}

/** A pattern on digits, which a numeric path cannot test. */
export function widenedNumber(place: Place, dialect: Dialect, scope: LeafScope): Rendered {
  const wider = scope.tolerance === 'wider';
  const what = wider ? 'any value of it is accepted' : 'the exclusion was left out';
  scope.note('widened_wildcard', `${place.path} is a number, which takes no patterns: ${what}.`);
  return wider && present(place, dialect);
}
