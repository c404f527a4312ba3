import type { Threshold } from '../model/rule.js';

/** The least whole number that a count must reach. */
export const leastOf = (thresholds: readonly Threshold[]): number =>
  Math.max(
    0,
    ...thresholds.map(({ operator, value }) => {
      if (operator === 'gt') return Math.floor(value) + 1;
      return operator === 'gte' || operator === 'eq' ? Math.ceil(value) : 0;
    }),
  );

/** Whether a number is what a threshold asks for. */
export const holdsOf = (count: number, { operator, value }: Threshold): boolean =>
  ({
    gt: count > value,
    gte: count >= value,
    lt: count < value,
    lte: count <= value,
    eq: count === value,
    neq: count !== value,
  })[operator];

/** Whether a threshold holds of every count of one or more. */
export function isAlways({ operator, value }: Threshold): boolean {
  return (operator === 'gt' && value <= 0) || (operator === 'gte' && value <= 1) || (operator === 'neq' && value === 0);
}

/** Whether a threshold holds of no count of one or more. */
export function isNever({ operator, value }: Threshold): boolean {
  return (operator === 'eq' && value <= 0) || (operator === 'lt' && value <= 1) || (operator === 'lte' && value <= 0);
}
