import type { Redis } from '@tripline/service';
import { type IRateLimiterOptions, RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';

/** Counts while Redis is away. */
class LocalLimiter extends RateLimiterMemory {
  constructor(
    options: IRateLimiterOptions,
    private readonly onConsume: () => void,
  ) {
    super(options);
  }

  override consume(...call: Parameters<RateLimiterMemory['consume']>): ReturnType<RateLimiterMemory['consume']> {
    this.onConsume();
    return super.consume(...call);
  }
}

/**
 * A count per key that all processes share, with one Redis command per call. While Redis is away each process counts alone: the count is
 * then looser by the number of processes, and nobody is refused because of our fault.
 */
export function createSharedCount(options: {
  redis: Redis;
  /** The prefix of its keys in Redis. */
  keyPrefix: string;
  /** Calls above this are refused. */
  points: number;
  windowSeconds: number;
  /** Called for each call that this process counts alone. */
  onLocalCount: () => void;
}): RateLimiterRedis {
  const { keyPrefix, onLocalCount, points, redis, windowSeconds: duration } = options;
  return new RateLimiterRedis({
    storeClient: redis,
    keyPrefix,
    points,
    duration,
    insuranceLimiter: new LocalLimiter({ keyPrefix, points, duration }, onLocalCount),
    rejectIfRedisNotReady: true,
  });
}
