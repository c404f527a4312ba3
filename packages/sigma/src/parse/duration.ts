import { isDigits } from '../characters.js';
import { Fault, shown } from './fault.js';

/** Seconds per unit; months and years as other converters count them (30 and 365 days). */
const UNIT_SECONDS: Readonly<Record<string, number>> = {
  s: 1,
  m: 60,
  h: 3600,
  d: 86_400,
  w: 604_800,
  M: 2_592_000,
  y: 31_536_000,
};

/** Most blanks between the number and its unit. */
const BLANKS_MAX = 4;

/** Reads a timespan such as `90m` into seconds. Throws a `Fault` with the given code. */
export function readDuration(
  value: unknown,
  code: 'InvalidCorrelation' | 'InvalidCondition' | 'InvalidDetection',
): number {
  const text = typeof value === 'string' ? value : '';
  const number = text.slice(0, -1).trimEnd();
  const isNumber = isDigits(number) && number.length <= 9 && text.length - number.length <= BLANKS_MAX + 1;
  const seconds = isNumber ? Number(number) * (UNIT_SECONDS[text.slice(-1)] ?? 0) : 0;
  if (seconds === 0)
    throw new Fault(code, `a timespan must be a number and one of s m h d w M y, such as 15m, not ${shown(value)}`);
  return seconds;
}
