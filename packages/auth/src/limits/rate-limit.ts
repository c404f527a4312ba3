import { type Logger, type Redis, TooManyRequestsError } from '@tripline/service';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { createSharedCount } from './shared-count.js';

/** A number of calls per window and subject, shared by all processes through Redis. */
export interface RateLimit {
  /** Takes one call. @throws TooManyRequestsError when the window's calls are used up */
  take(subject: string): Promise<void>;
  /** Puts one call back. */
  giveBack(subject: string): Promise<void>;
  /** Forgets the subject's calls. */
  clear(subject: string): Promise<void>;
}

/** Builds a limit over a {@link createSharedCount}. */
export function createRateLimit(options: {
  redis: Redis;
  log: Logger;
  /** The prefix of its keys in Redis, and its name in the log. */
  name: string;
  calls: number;
  windowSeconds: number;
  /** The message of the refusal, for the caller. */
  refusal: string;
  /** Called for each call that this process counts alone. */
  countedLocally: (limit: string) => void;
}): RateLimit {
  const { countedLocally, redis, log, name, calls, windowSeconds, refusal } = options;
  const limiter = createSharedCount({
    redis,
    keyPrefix: `tripline:limit:${name}`,
    points: calls,
    windowSeconds,
    onLocalCount: () => countedLocally(name),
  });
  const quietly = async (work: Promise<unknown>): Promise<void> => {
    await work.catch((error: unknown) =>
      log.warn({ err: error, limit: name }, 'the count of a rate limit could not be taken back'),
    );
  };
  return {
    async take(subject) {
      try {
        await limiter.consume(subject);
      } catch (refused) {
        if (refused instanceof RateLimiterRes) throw new TooManyRequestsError(refusal, refused.msBeforeNext / 1000);
        throw refused;
      }
    },
    giveBack: (subject) => quietly(limiter.reward(subject)),
    clear: (subject) => quietly(limiter.delete(subject)),
  };
}
