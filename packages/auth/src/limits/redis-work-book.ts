import type { Logger, Redis } from '@tripline/service';
import { ENGINE_HOUR_MS, type EngineTime, type WorkBook, type WorkEntry } from './work-book.js';

/** How long a place outlives a killed process. */
const LEASE_MS = 8_000;
/** Two renewals may fail before a running process loses a place. */
const RENEW_MS = 2_500;

/**
 * KEYS: [1] requests at work and [2] requests that wait, sorted sets by the end of their leases; [3] used engine time, in milliseconds.
 * Redis's clock is used: clocks of processes differ, and a fast one would end the others' leases.
 */
const BEGIN = `local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
local used = tonumber(redis.call('GET', KEYS[3]) or '0')
local reset = redis.call('PTTL', KEYS[3])
`;

/** ARGV: how long a lease lasts, the request's name, places, how many may wait, engine time. */
const ENTER = `${BEGIN}
local function lease(key)
  redis.call('ZADD', key, now + ARGV[1], ARGV[2])
  redis.call('PEXPIRE', key, ARGV[1])
end
local waits = redis.call('ZREM', KEYS[2], ARGV[2]) == 1
local waiting = redis.call('ZCARD', KEYS[2])
local outcome = 'crowded'
if used >= tonumber(ARGV[5]) then
  outcome = 'spent'
elseif redis.call('ZCARD', KEYS[1]) < tonumber(ARGV[3]) and (waits or waiting == 0) then
  outcome = 'entered'
  lease(KEYS[1])
elseif waits or waiting < tonumber(ARGV[4]) then
  outcome = 'waits'
  lease(KEYS[2])
end
return { outcome, used, reset, redis.call('ZRANGE', KEYS[1], 0, -1) }`;

/** ARGV: the request's name, engine time it took, how long the hour lasts. */
const LEAVE = `redis.call('ZREM', KEYS[1], ARGV[1])
redis.call('ZREM', KEYS[2], ARGV[1])
if tonumber(ARGV[2]) > 0 then
  redis.call('INCRBY', KEYS[3], ARGV[2])
  if redis.call('PTTL', KEYS[3]) < 0 then redis.call('PEXPIRE', KEYS[3], ARGV[3]) end
end`;

const READ = `${BEGIN}
return { redis.call('ZCARD', KEYS[1]), redis.call('ZCARD', KEYS[2]), used, reset }`;

/**
 * A granted place is restored where Redis has lost it, even beyond the number of places. A wait is not restored, since the request asks
 * again soon. KEYS[1] requests at work or waiting; ARGV: the lease's length, the request's name, and whether only an existing lease is
 * renewed.
 */
const RENEW = `local time = redis.call('TIME')
local lease_end = time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[1]
if ARGV[3] == 'XX' then redis.call('ZADD', KEYS[1], 'XX', lease_end, ARGV[2])
else redis.call('ZADD', KEYS[1], lease_end, ARGV[2]) end
redis.call('PEXPIRE', KEYS[1], ARGV[1])`;

type Held = { readonly key: string; readonly onlyPresent: 'XX' | '' };

/**
 * The work book that all processes share. Each call is one command, and rejects while Redis is away. The places of this process are leased,
 * and renewed while it runs.
 */
export function createRedisWorkBook({
  redis,
  log,
  prefix,
}: {
  redis: Redis;
  log: Logger;
  /** Of its keys in Redis, before the user's id. */
  prefix: string;
}): WorkBook & { close(): void } {
  const keysOf = (userId: string) => keysUnder(`${prefix}:{${userId}}`);
  const held = new Map<string, Held>();
  const renewing = setInterval(() => {
    for (const [name, { key, onlyPresent }] of held) {
      redis.eval(RENEW, 1, key, LEASE_MS, name, onlyPresent).catch((error: unknown) => {
        log.debug({ err: error }, 'a place at work was not renewed: Redis is away');
      });
    }
  }, RENEW_MS).unref();
  return {
    async enter({ bounds, name, userId }) {
      const keys = keysOf(userId);
      // In any case: where Redis does not answer, the request is not in this book.
      held.delete(name);
      const { places, waiting, engineMs } = bounds;
      const answer = await redis.eval(ENTER, 3, ...keys, LEASE_MS, name, places, waiting, engineMs);
      const [outcome, usedMs, resetMs, atWork] = answer as [WorkEntry['outcome'], number, number, string[]];
      if (outcome === 'entered') held.set(name, { key: keys[0], onlyPresent: '' });
      else if (outcome === 'waits') held.set(name, { key: keys[1], onlyPresent: 'XX' });
      return { outcome, engineTime: engineTime(usedMs, resetMs), atWork };
    },
    async leave({ name, userId }, engineMs) {
      held.delete(name);
      await redis.eval(LEAVE, 3, ...keysOf(userId), name, Math.round(engineMs), ENGINE_HOUR_MS);
    },
    async read(userId) {
      const answer = await redis.eval(READ, 3, ...keysOf(userId));
      const [atWork, waiting, usedMs, resetMs] = answer as [number, number, number, number];
      return { atWork, waiting, engineTime: engineTime(usedMs, resetMs) };
    },
    close: () => clearInterval(renewing),
  };
}

/** The braces keep a user's keys on one server of a cluster. */
function keysUnder(user: string): [string, string, string] {
  return [`${user}:places`, `${user}:waiting`, `${user}:engine-ms`];
}

/** Redis gives −2 for the remaining time of an hour that has not begun. */
const engineTime = (usedMs: number, restMs: number): EngineTime => ({
  usedMs,
  resetMs: restMs > 0 ? restMs : ENGINE_HOUR_MS,
});
