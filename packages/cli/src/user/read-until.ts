import { UsageError } from '../exit.js';

const DAY = /^\d{4}-\d\d-\d\d$/;
const INSTANT = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;
const DAY_MS = 86_400_000;

/**
 * The end of a subscription given until `text`: a date means the end of that day (UTC), a date and time that instant.
 * @throws UsageError for other texts, days that do not exist, and times that have passed by `now`
 */
export function readUntil(text: string, now: Date): Date {
  const day = DAY.test(text) ? text : INSTANT.exec(text)?.[1];
  const instant = Date.parse(text);
  if (day === undefined || Number.isNaN(instant) || !isCalendarDay(day)) {
    throw new UsageError(
      `--until takes a date, 2027-01-31, or a date and time with its zone, 2027-01-31T12:00:00Z; not "${text}"`,
    );
  }
  const end = new Date(day === text ? instant + DAY_MS : instant);
  if (end <= now) throw new UsageError(`--until ${text} has passed; to end a subscription now, set the tier "free"`);
  return end;
}

/** `Date.parse` turns 31 February into 3 March. */
function isCalendarDay(day: string): boolean {
  const instant = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(day);
}
