import type { TimePart, ValueTest } from '../model/condition.js';
import { Fault } from './fault.js';

/** Smallest and greatest number of each part: weeks as in ISO 8601, years as far as rules can mean them. */
const RANGES: Readonly<Record<TimePart, readonly [number, number]>> = {
  minute: [0, 59],
  hour: [0, 23],
  day: [1, 31],
  week: [1, 53],
  month: [1, 12],
  year: [1970, 2199],
};

/**
 * The tests of a time part. A comparison (`hour|gte: 20`) is expanded to equalities, so that every target that can read the part can
 * express it.
 */
export function readTimeTests(
  part: TimePart,
  operator: 'gt' | 'gte' | 'lt' | 'lte' | undefined,
  value: number,
): ValueTest[] {
  const [least, greatest] = RANGES[part];
  if (!Number.isInteger(value) || value < least || value > greatest) {
    throw new Fault('InvalidValue', `a ${part} must be a whole number from ${least} to ${greatest}, not ${value}`);
  }
  const from = operator === 'gt' ? value + 1 : operator === 'gte' || operator === undefined ? value : least;
  const to = operator === 'lt' ? value - 1 : operator === 'lte' || operator === undefined ? value : greatest;
  if (from > to) throw new Fault('InvalidValue', `no ${part} is ${operator} ${value}`);
  return Array.from({ length: to - from + 1 }, (_, index) => ({ op: 'time', part, value: from + index }));
}
