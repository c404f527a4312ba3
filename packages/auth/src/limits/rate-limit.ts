import { type Logger, type Redis, TooManyRequestsError } from '@tripline/service';
import { type IRateLimiterOptions, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

/** A number of calls per window and subject, shared by all processes through Redis. */
export interface RateLimit {
  /** Takes one call. @throws TooManyRequestsError when the window's calls are used up */
  take(subject: string): Promise<void>;
  /** Puts one call back. */
  giveBack(subject: string): Promise<void>;
  /** Forgets the subject's calls. */
  clear(subject: string): Promise<void>;
}

/** What counts while Redis is away. */
class LocalLimiter extends RateLimiterMemory {
  constructor(
    options: IRateLimiterOptions,
    private readonly onConsume: () => void,
  ) {
    super(options);
  }

  override consume(...call: Parameters<RateLimiterMemory['consume']>): Promise<RateLimiterRes> {
    this.onConsume();
    return super.consume(...call);
  }
}

/**
 * Builds a limit. While Redis is away each process counts for itself: the limit is then looser by the number of
 * processes, and nobody is turned away for our own fault.
 */
export function createRateLimit(options: {
  redis: Redis;
  log: Logger;
  /** Begins the keys in Redis and names the limit in the log. */
  name: string;
  calls: number;
  windowSeconds: number;
  /** The message of the refusal, for the caller. */
  refusal: string;
  /** Told of each call that this process counts by itself. */
  countedLocally: (limit: string) => void;
}): RateLimit {
  const { countedLocally, redis, log, name, calls, windowSeconds, refusal } = options;
  const keyPrefix = `tripline:limit:${name}`;
  const insurance = new LocalLimiter({ keyPrefix, points: calls, duration: windowSeconds }, () => countedLocally(name));
  const limiter = new RateLimiterRedis({
    storeClient: redis,
    keyPrefix,
    points: calls,
    duration: windowSeconds,
    insuranceLimiter: insurance,
    rejectIfRedisNotReady: true,
  });
  const quietly = async (work: Promise<unknown>): Promise<void> => {
    await work.catch((error: unknown) => log.warn({ err: error, limit: name }, 'a rate limit could not be put back'));
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
