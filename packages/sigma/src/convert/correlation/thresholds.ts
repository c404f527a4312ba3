import type { Threshold } from '../../model/rule.js';

/** The least whole number that satisfies a threshold; undefined where it bounds nothing from below. */
export function leastOf({ operator, value }: Threshold): number | undefined {
  if (operator === 'gt') return Math.floor(value) + 1;
  return operator === 'gte' || operator === 'eq' ? Math.ceil(value) : undefined;
}
