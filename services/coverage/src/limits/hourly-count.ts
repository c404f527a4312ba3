import { createSharedCount, localCounts } from '@tripline/auth';
import type { Metrics, Redis } from '@tripline/service';

/** A subject's use in the current hour. */
export interface HourlyUse {
  /** Calls so far. */
  readonly used: number;
  /** When the next hour begins, in Unix seconds. */
  readonly resetsAt: number;
}

const HOUR_SECONDS = 3600;

/** The calls of each subject in the current hour. */
export interface HourlyCount {
  /** Counts a call. */
  count(subject: string): Promise<HourlyUse>;
  /** Counts nothing. */
  read(subject: string): Promise<HourlyUse>;
}

/** Counts calls per subject and clock hour, over all processes; see {@link createSharedCount}. The caller decides how many are too many. */
export function createHourlyCount(deps: { redis: Redis; metrics: Metrics }): HourlyCount {
  const countedLocally = localCounts(deps.metrics);
  const counts = createSharedCount({
    redis: deps.redis,
    keyPrefix: 'tripline:coverage-calls',
    points: Number.MAX_SAFE_INTEGER,
    windowSeconds: HOUR_SECONDS,
    onLocalCount: () => countedLocally('calls-an-hour'),
  });
  const inThisHour = async (
    ask: (hour: number) => Promise<{ readonly consumedPoints: number } | null>,
  ): Promise<HourlyUse> => {
    const hour = Math.floor(Date.now() / 1000 / HOUR_SECONDS);
    const found = await ask(hour);
    return { used: found?.consumedPoints ?? 0, resetsAt: (hour + 1) * HOUR_SECONDS };
  };
  return {
    count: (subject) => inThisHour((hour) => counts.consume(`${hour}:${subject}`)),
    read: (subject) => inThisHour((hour) => counts.get(`${hour}:${subject}`)),
  };
}
