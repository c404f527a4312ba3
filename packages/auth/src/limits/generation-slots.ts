import { randomUUID } from 'node:crypto';
import { type Logger, type Redis, TooManyRequestsError } from '@tripline/service';
import { type Caller, credentialId } from '../callers/caller.js';

/** A generation in progress; released when it ends, however it ends. */
export interface Slot {
  release(): Promise<void>;
}

/** Bounds how many generations one caller has running at once, over all processes. */
export interface GenerationSlots {
  /** @throws TooManyRequestsError when the caller's generations already running are as many as allowed */
  acquire(caller: Caller): Promise<Slot>;
  /** Stops renewing leases; what is held ends with its lease. */
  close(): void;
}

/** How long a slot outlives a process that was killed. */
const LEASE_MS = 8_000;
/** Two renewals may fail before a living process loses a slot. */
const RENEW_MS = 2_500;
const RETRY_SECONDS = 2;

/** The time of Redis, in milliseconds: the clocks of processes differ, and a fast one would end the others' leases. */
const NOW = `local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

/** KEYS[1] the caller's leases (a sorted set by end); ARGV: how long a lease lasts, its id, most leases. */
const ACQUIRE = `${NOW}
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[3]) then return 0 end
redis.call('ZADD', KEYS[1], now + ARGV[1], ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 1`;

/** The same without a bound: the slot was granted before, also where Redis has lost its data since. */
const RENEW = `${NOW}
redis.call('ZADD', KEYS[1], now + ARGV[1], ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[1])`;

/** Builds the slots in Redis; while Redis is away each process counts its own. */
export function createGenerationSlots(deps: {
  redis: Redis;
  log: Logger;
  atOnce: number;
  countedLocally: (limit: string) => void;
}): GenerationSlots {
  const { atOnce, countedLocally, log, redis } = deps;
  const local = new Map<string, number>();
  /** The leases that this process holds, each with the key it stands under. */
  const held = new Map<string, string>();
  const renewing = setInterval(() => {
    for (const [lease, key] of held) {
      redis.eval(RENEW, 1, key, LEASE_MS, lease).catch((error: unknown) => {
        log.debug({ err: error }, 'a generation slot was not renewed: Redis is away');
      });
    }
  }, RENEW_MS).unref();
  const refuse = (): never => {
    throw new TooManyRequestsError(`You have ${atOnce} generations running; wait until one ends.`, RETRY_SECONDS);
  };
  const acquireLocal = (subject: string): Slot => {
    const running = local.get(subject) ?? 0;
    if (running >= atOnce) refuse();
    local.set(subject, running + 1);
    return {
      async release() {
        const left = (local.get(subject) ?? 1) - 1;
        if (left > 0) local.set(subject, left);
        else local.delete(subject);
      },
    };
  };
  return {
    async acquire(caller) {
      const subject = credentialId(caller);
      const key = `tripline:slots:${subject}`;
      const lease = randomUUID();
      let granted: unknown;
      try {
        granted = await redis.eval(ACQUIRE, 1, key, LEASE_MS, lease, atOnce);
      } catch (error) {
        log.debug({ err: error }, 'generation slots are counted by this process alone: Redis is away');
        countedLocally('generations-at-once');
        return acquireLocal(subject);
      }
      if (granted !== 1) refuse();
      held.set(lease, key);
      return {
        async release() {
          held.delete(lease);
          await redis.zrem(key, lease).catch((error: unknown) => {
            log.warn({ err: error }, 'a generation slot could not be released; it ends with its lease');
          });
        },
      };
    },
    close: () => clearInterval(renewing),
  };
}
