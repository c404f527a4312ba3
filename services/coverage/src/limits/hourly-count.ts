import { localCounts } from '@tripline/auth';
import type { Logger, Metrics, Redis } from '@tripline/service';

/** What a subject has used of the running hour. */
export interface HourlyUse {
  /** With this call. */
  readonly used: number;
  /** When the next hour begins, in Unix seconds. */
  readonly resetsAt: number;
}

const HOUR_SECONDS = 3600;
/** Counts one call and has the count forgotten an hour after its first. */
const COUNT = `local used = redis.call('INCR', KEYS[1])
if used == 1 then redis.call('EXPIRE', KEYS[1], ARGV[1]) end
return used`;

/**
 * Counts calls per subject and clock hour, in Redis for all processes together. While Redis is away each process counts for itself, which a
 * metric shows: nobody is turned away for our own fault.
 */
export function createHourlyCount(deps: {
  redis: Redis;
  log: Logger;
  metrics: Metrics;
}): (subject: string) => Promise<HourlyUse> {
  const countedLocally = localCounts(deps.metrics);
  const counts = new Map<string, number>();
  let countedHour = 0;
  let away = false;
  const countHere = (subject: string, hour: number): number => {
    if (hour !== countedHour) counts.clear();
    countedHour = hour;
    const used = (counts.get(subject) ?? 0) + 1;
    counts.set(subject, used);
    countedLocally('calls-an-hour');
    return used;
  };
  return async (subject) => {
    const hour = Math.floor(Date.now() / 1000 / HOUR_SECONDS);
    const resetsAt = (hour + 1) * HOUR_SECONDS;
    const key = `tripline:coverage-calls:${hour}:${subject}`;
    try {
      const used = await deps.redis.eval(COUNT, 1, key, HOUR_SECONDS);
      if (typeof used !== 'number') throw new Error('Redis gave no count');
      away = false;
      return { used, resetsAt };
    } catch (error) {
      if (!away) deps.log.warn({ err: error }, 'the hourly limit is counted by this process alone: Redis is away');
      away = true;
      return { used: countHere(subject, hour), resetsAt };
    }
  };
}
