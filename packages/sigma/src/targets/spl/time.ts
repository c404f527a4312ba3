import type { TimePart, ValueTest } from '../../model/condition.js';
import { quote } from './quote.js';

type TimeTest = Extract<ValueTest, { op: 'time' }>;

/** `strftime` variables of the parts that a time modifier can test. */
const VARIABLES: Readonly<Record<TimePart, string>> = {
  minute: '%M',
  hour: '%H',
  day: '%d',
  week: '%V',
  month: '%m',
  year: '%Y',
};

/** The text before a part in an ISO 8601 timestamp. */
const BEFORE: Readonly<Record<Exclude<TimePart, 'week'>, string>> = {
  year: '',
  month: '\\d{4}-',
  day: '\\d{4}-\\d\\d-',
  hour: '\\d{4}-\\d\\d-\\d\\d[T ]',
  minute: '\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:',
};

/** Whether all tests are on the same part of a time. */
export function isTimeRun(tests: readonly ValueTest[]): tests is readonly [TimeTest, ...TimeTest[]] {
  const first = tests[0];
  return first?.op === 'time' && tests.every((test) => test.op === 'time' && test.part === first.part);
}

/**
 * Tests whether a part of a timestamp is one of some numbers, as an eval expression. `_time` is read in the searcher's time zone, as Splunk
 * shows it. A text is compared by its digits; only the week must be computed, from a text read and written in the same zone.
 */
export function timeExpression(name: string, part: TimePart, values: readonly number[]): string {
  const digits = values.map((value) => String(value).padStart(2, '0'));
  if (name !== '_time' && part !== 'week') {
    // A text with only a date means its midnight.
    const clock = part === 'hour' || part === 'minute';
    const midnight = clock && values.includes(0) ? '|^\\d{4}-\\d\\d-\\d\\d$' : '';
    return `match(${name}, ${quote(`^${BEFORE[part]}${alternatives(digits)}${midnight}`)})`;
  }
  const seconds = name === '_time' ? name : `strptime(substr(${name}, 1, 10), "%Y-%m-%d")`;
  const text = `coalesce(strftime(${seconds}, "${VARIABLES[part]}"), "")`;
  return digits.length === 1 ? `${text}="${digits[0]}"` : `match(${text}, "^${alternatives(digits)}$")`;
}

function alternatives(digits: readonly string[]): string {
  return digits.length === 1 ? (digits[0] as string) : `(?:${digits.join('|')})`;
}
