import type { TimePart } from '../model/condition.js';

const ISO_LIKE = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?)\s?(Z|[+-]\d{2}:?\d{2})?)?$/;
const DAY_MS = 86_400_000;

/**
 * Milliseconds since 1970 of a time in an event: ISO 8601 (a blank may replace the `T`; no zone means UTC), or a number of seconds,
 * milliseconds, microseconds or nanoseconds, recognised by size. Undefined for anything else.
 */
export function eventTimeMs(value: unknown): number | undefined {
  if (typeof value === 'number') return epochMs(value);
  if (typeof value !== 'string' || value.length > 40) return undefined;
  if (/^\d{9,19}(?:\.\d{1,9})?$/.test(value)) return epochMs(Number(value));
  const match = ISO_LIKE.exec(value);
  if (match === null) return undefined;
  const [, day, clock = '00:00', zone = 'Z'] = match;
  const ms = Date.parse(
    `${day}T${clock.replace(',', '.')}${zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone}`,
  );
  return Number.isNaN(ms) ? undefined : ms;
}

/** The part of a time in UTC; weeks as ISO 8601 counts them. */
export function timePart(ms: number, part: TimePart): number {
  const date = new Date(ms);
  switch (part) {
    case 'minute':
      return date.getUTCMinutes();
    case 'hour':
      return date.getUTCHours();
    case 'day':
      return date.getUTCDate();
    case 'week':
      return isoWeek(date);
    case 'month':
      return date.getUTCMonth() + 1;
    case 'year':
      return date.getUTCFullYear();
  }
}

function epochMs(value: number): number | undefined {
  if (!Number.isFinite(value) || value < 0) return undefined;
  if (value >= 1e17) return value / 1e6;
  if (value >= 1e14) return value / 1e3;
  return value >= 1e11 ? value : value * 1000;
}

/** The week with the Thursday of the date's week; week 1 has the year's first Thursday. */
function isoWeek(date: Date): number {
  const midnight = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
  const thursday = midnight + (3 - ((date.getUTCDay() + 6) % 7)) * DAY_MS;
  const yearStart = Date.UTC(new Date(thursday).getUTCFullYear(), 0, 1);
  return Math.floor((thursday - yearStart) / DAY_MS / 7) + 1;
}
