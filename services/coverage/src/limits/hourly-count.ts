import { createSharedCount, localCounts } from '@tripline/auth';
import type { Metrics, Redis } from '@tripline/service';

/** A subject's use in the current hour. */
export interface HourlyUse {
  /** Calls so far, including this one. */
  readonly used: number;
  /** When the next hour begins, in Unix seconds. */
  readonly resetsAt: number;
}

const HOUR_SECONDS = 3600;

/** Counts calls per subject and clock hour, over all processes; see {@link createSharedCount}. The caller decides how many are too many. */
export function createHourlyCount(deps: { redis: Redis; metrics: Metrics }): (subject: string) => Promise<HourlyUse> {
  const countedLocally = localCounts(deps.metrics);
  const counts = createSharedCount({
    redis: deps.redis,
    keyPrefix: 'tripline:coverage-calls',
    points: Number.MAX_SAFE_INTEGER,
    windowSeconds: HOUR_SECONDS,
    onLocalCount: () => countedLocally('calls-an-hour'),
  });
  return async (subject) => {
    const hour = Math.floor(Date.now() / 1000 / HOUR_SECONDS);
    const { consumedPoints: used } = await counts.consume(`${hour}:${subject}`);
    return { used, resetsAt: (hour + 1) * HOUR_SECONDS };
  };
}
