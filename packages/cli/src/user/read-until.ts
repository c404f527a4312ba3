import { UsageError } from '../exit.js';

const DAY = /^\d{4}-\d\d-\d\d$/;
const INSTANT = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;
const DAY_MS = 86_400_000;

/**
 * When a subscription given until `text` runs out: a date is good to the end of its day (UTC), a date and time is that instant.
 * @throws UsageError for anything else, for a day the calendar does not have, and for what has passed by `now`
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

/** `Date.parse` takes 31 February for 3 March. */
function isCalendarDay(day: string): boolean {
  const instant = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(day);
}
