import { createSharedCount, localCounts } from '@tripline/auth';
import type { Metrics, Redis } from '@tripline/service';

/** What a subject has used of the running hour. */
export interface HourlyUse {
  /** With this call. */
  readonly used: number;
  /** When the next hour begins, in Unix seconds. */
  readonly resetsAt: number;
}

const HOUR_SECONDS = 3600;

/** Counts calls per subject and clock hour, for all processes together; see {@link createSharedCount}. What is too many the caller decides. */
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
