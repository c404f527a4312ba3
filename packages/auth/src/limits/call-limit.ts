import type { Redis } from '@tripline/service';
import type { Request, Response } from 'express';
import type { Caller } from '../callers/caller.js';
import { boundReached, showBound } from './bound.js';
import { createSharedCount } from './shared-count.js';

/** The classes of calls that are counted separately: reads, changes, and calls that use the engine. */
export type CallClass = 'reads' | 'changes' | 'work';

/** Calls a minute of each class. */
export type CallsPerMinute = Readonly<Record<CallClass, number>>;

/** Counts a caller's call and shows in the answer what is left. @throws TooManyRequestsError beyond the bound */
export type CountCall = (caller: Caller, isWork: boolean, req: Request, res: Response) => Promise<void>;

const WINDOW_SECONDS = 60;

const IN_WORDS: Readonly<Record<CallClass, string>> = {
  reads: 'reading calls',
  changes: 'changing calls',
  work: 'calls that generate, convert, edit or export',
};

/** Limits a user's calls a minute over all their credentials and all processes, with one Redis command per call. */
export function createCallLimit(deps: {
  redis: Redis;
  callsPerMinute: CallsPerMinute;
  countedLocally: (limit: string) => void;
}): CountCall {
  const counts = createSharedCount({
    redis: deps.redis,
    keyPrefix: 'tripline:limit:calls',
    // The limit depends on the class, so it is decided here.
    points: Number.MAX_SAFE_INTEGER,
    windowSeconds: WINDOW_SECONDS,
    onLocalCount: () => deps.countedLocally('calls'),
  });
  return async ({ userId }, isWork, { method }, res) => {
    const resource = isWork ? 'work' : method === 'GET' || method === 'HEAD' ? 'reads' : 'changes';
    const limit = deps.callsPerMinute[resource];
    const { consumedPoints, msBeforeNext } = await counts.consume(`${resource}:${userId}`);
    const bound = { resource, limit, remaining: limit - consumedPoints, resetSeconds: msBeforeNext / 1000 } as const;
    if (bound.remaining < 0) {
      const message = `More than ${limit} ${IN_WORDS[resource]} a minute, over all your credentials; wait a little.`;
      throw boundReached(bound, message);
    }
    showBound(res, bound);
  };
}
