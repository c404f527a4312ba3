import { Redis } from 'ioredis';
import type { Logger } from '../log.js';

export type { Redis } from 'ioredis';

/**
 * Who uses a connection. An API request must not wait for Redis: when Redis is away its commands fail at once, and the caller has another
 * way. A worker waits.
 */
export type RedisRole = 'api' | 'worker';

/** Opens a connection that reconnects by itself. A loss or return is logged once, not per attempt. */
export function createRedis(options: { url: string; role: RedisRole; name: string; log: Logger }): Redis {
  const api = options.role === 'api';
  const redis = new Redis(options.url, {
    connectionName: options.name,
    connectTimeout: 5_000,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
    enableOfflineQueue: !api,
    maxRetriesPerRequest: api ? 0 : null,
    // After a failover the address leads to another server, which a new connection reaches.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
    // A Redis that hangs costs a request half a second; after a second the connection is given up, and later requests lose nothing.
    ...(api ? { commandTimeout: 500, socketTimeout: 1_000 } : {}),
  });
  let away = false;
  redis.on('error', (error: Error) => {
    if (!away) options.log.warn({ err: error, redis: options.name }, 'Redis cannot be reached; trying again');
    away = true;
  });
  redis.on('ready', () => {
    if (away) options.log.info({ redis: options.name }, 'Redis is back');
    away = false;
  });
  return redis;
}

/** An API's connection to Redis is not up. */
class RedisAwayError extends Error {
  constructor() {
    super('Redis cannot be reached');
    this.name = 'RedisAwayError';
  }
}

/**
 * To be asked before BullMQ opens a queue, since it would wait for Redis to come back, also on a connection of an API.
 * @throws RedisAwayError on an API's connection that is not up; a worker's may be waited for
 */
export function requireRedisInTime(redis: Redis): void {
  if (redis.options.enableOfflineQueue === false && redis.status !== 'ready') throw new RedisAwayError();
}
