import { createHash } from 'node:crypto';
import { CronExpressionParser } from 'cron-parser';

const MINUTES_PER_DAY = 1440;
const MINUTES_PER_HOUR = 60;
const HOURS_PER_DAY = 24;
/** In cron-parser `H` stands for a random value, drawn anew each time the expression is read. */
const DRAWN = /(?<![A-Za-z])H(?![A-Za-z])/;

/** Days of each month, in a leap year. */
const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** Whether a text is a schedule: `daily`, `weekly`, or a cron expression of five fields whose days exist. */
export function isSchedule(text: string): boolean {
  if (text === 'daily' || text === 'weekly') return true;
  // With six fields the first is seconds. No account is scanned every second.
  if (text.trim().split(/\s+/).length !== 5 || DRAWN.test(text)) return false;
  try {
    const { dayOfMonth, month } = CronExpressionParser.parse(text, { tz: 'UTC' }).fields;
    return month.values.some((one) => dayOfMonth.values.some((day) => day === 'L' || day <= (DAYS[one - 1] ?? 0)));
  } catch {
    return false;
  }
}

/**
 * Gives the shortest time between two scans of a schedule, in minutes, and at most 60. The last hour of a day counts as next to the first,
 * whichever days the expression names.
 */
export function shortestMinutes(schedule: string): number {
  if (schedule === 'daily' || schedule === 'weekly') return MINUTES_PER_HOUR;
  const { hour, minute } = CronExpressionParser.parse(schedule, { tz: 'UTC' }).fields;
  const minutes = minute.values.map(Number);
  const hours = new Set(hour.values.map(Number));
  const gaps = minutes.slice(1).map((value, index) => value - (minutes[index] ?? 0));
  const [first = 0] = minutes;
  if ([...hours].some((value) => hours.has((value + 1) % HOURS_PER_DAY))) {
    gaps.push(first + MINUTES_PER_HOUR - (minutes.at(-1) ?? 0));
  }
  return Math.min(MINUTES_PER_HOUR, ...gaps);
}

/**
 * Gives the cron expression (five fields, UTC) of an account's schedule. For `daily` and `weekly` the time depends on the account's id, so
 * that not every account is scanned at midnight.
 */
export function cronOf(schedule: string, accountId: string): string {
  if (schedule !== 'daily' && schedule !== 'weekly') return schedule;
  const spread = createHash('sha256').update(accountId).digest().readUInt32BE();
  const minute = spread % MINUTES_PER_DAY;
  const day = schedule === 'weekly' ? String(Math.floor(spread / MINUTES_PER_DAY) % 7) : '*';
  return `${minute % 60} ${Math.floor(minute / 60)} * * ${day}`;
}
