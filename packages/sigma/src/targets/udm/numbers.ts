import { joinRendered, type Rendered } from '../../convert/walk.js';
import type { ValueTest } from '../../model/condition.js';
import { type Dialect, operand } from './dialect.js';
import { present } from './empty.js';
import type { Place } from './place.js';

const SIGN = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/** A number literal. The languages have no negative ones, so those are written as a difference. */
export function numberLiteral(value: number, float: boolean): string {
  const size = Math.abs(value);
  const digits = size >= 1e21 ? BigInt(Math.trunc(size)).toString() : decimal(size);
  const text = float && !digits.includes('.') ? `${digits}.0` : digits;
  return value < 0 ? `(0 - ${text})` : text;
}

function decimal(size: number): string {
  const text = String(size);
  return text.includes('e') ? size.toFixed(20).replace(/\.?0+$/, '') : text;
}

/**
 * A numeric comparison. Zero means "not set" in UDM, and the cast turns an unreadable text into zero; where zero would satisfy the
 * comparison, presence is demanded too.
 */
export function compares(test: Extract<ValueTest, { op: 'compare' }>, place: Place, dialect: Dialect): Rendered {
  const sign = SIGN[test.operator];
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

function satisfiedBy(value: number, test: Extract<ValueTest, { op: 'compare' }>): boolean {
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

/** The number that a text spells in decimal or, as in Windows masks, in hexadecimal; undefined for other texts. */
export function numberOf(text: string): number | undefined {
  return /^(?:\d{1,15}|0x[0-9a-f]{1,12})$/i.test(text) ? Number(text) : undefined;
}
