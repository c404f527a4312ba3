import type { Redis } from '@tripline/service';
import type { Request, Response } from 'express';
import type { RateLimiterRes } from 'rate-limiter-flexible';
import type { Caller } from '../callers/caller.js';
import { boundReached, showBound } from './bound.js';
import { createSharedCount } from './shared-count.js';

/** The classes of calls that are counted separately: reads, changes, and calls that use the engine. */
type CallClass = 'reads' | 'changes' | 'work';

/** Calls a minute of each class. */
export type CallsPerMinute = Readonly<Record<CallClass, number>>;

/** A call of somebody who is known. */
interface Call {
  readonly caller: Caller;
  /** Whether the engine works for it. */
  readonly isWork: boolean;
  readonly req: Request;
  readonly res: Response;
}

/** The calls a minute that a user has. */
export interface CallLimit {
  /** Counts a call and shows in the answer what is left. @throws TooManyRequestsError beyond the bound */
  count(call: Call): Promise<void>;
  /** Shows in the answer what is left, and counts nothing. */
  show(call: Call): Promise<void>;
}

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
}): CallLimit {
  const counts = createSharedCount({
    redis: deps.redis,
    keyPrefix: 'tripline:limit:calls',
    // The limit depends on the class, so it is decided here.
    points: Number.MAX_SAFE_INTEGER,
    windowSeconds: WINDOW_SECONDS,
    onLocalCount: () => deps.countedLocally('calls'),
  });
  const bound = (resource: CallClass, used: RateLimiterRes | null) => {
    const { consumedPoints, msBeforeNext } = used ?? { consumedPoints: 0, msBeforeNext: WINDOW_SECONDS * 1000 };
    const limit = deps.callsPerMinute[resource];
    return { resource, limit, remaining: limit - consumedPoints, resetSeconds: msBeforeNext / 1000 };
  };
  return {
    async count(call) {
      const resource = classOf(call);
      const left = bound(resource, await counts.consume(keyOf(call)));
      if (left.remaining < 0) {
        const message = `More than ${left.limit} ${IN_WORDS[resource]} a minute, over all your credentials; wait a little.`;
        throw boundReached(left, message);
      }
      showBound(call.res, left);
    },
    async show(call) {
      showBound(call.res, bound(classOf(call), await counts.get(keyOf(call))));
    },
  };
}

const classOf = ({ isWork, req: { method } }: Call): CallClass =>
  isWork ? 'work' : method === 'GET' || method === 'HEAD' ? 'reads' : 'changes';

const keyOf = (call: Call): string => `${classOf(call)}:${call.caller.userId}`;
