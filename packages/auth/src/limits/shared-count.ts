import type { Redis } from '@tripline/service';
import { type IRateLimiterOptions, RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';

/** What counts while Redis is away. */
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
 * A count per key that all processes share, with one command to Redis for each call. While Redis is away each process counts for itself: the count is
 * then looser by the number of processes, and nobody is turned away for our own fault.
 */
export function createSharedCount(options: {
  redis: Redis;
  /** Begins the keys in Redis. */
  keyPrefix: string;
  /** Calls above this are refused. */
  points: number;
  windowSeconds: number;
  /** Told of each call that this process counts by itself. */
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
