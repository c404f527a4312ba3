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
}

/** A lease outlives any generation, and frees the slot of a process that died with it. */
const LEASE_MS = 300_000;
const RETRY_SECONDS = 2;

/** KEYS[1] the caller's leases (a sorted set by end); ARGV: now, end of the new lease, its id, most leases. */
const ACQUIRE = `
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[1])
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[4]) then return 0 end
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[3])
redis.call('PEXPIREAT', KEYS[1], ARGV[2])
return 1`;

/** Builds the slots in Redis; while Redis is away each process counts its own. */
export function createGenerationSlots(deps: {
  redis: Redis;
  log: Logger;
  atOnce: number;
  countedLocally: (limit: string) => void;
}): GenerationSlots {
  const { atOnce, countedLocally, log, redis } = deps;
  const local = new Map<string, number>();
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
      const now = Date.now();
      let granted: unknown;
      try {
        granted = await redis.eval(ACQUIRE, 1, key, now, now + LEASE_MS, lease, atOnce);
      } catch (error) {
        log.debug({ err: error }, 'generation slots are counted by this process alone: Redis is away');
        countedLocally('generations-at-once');
        return acquireLocal(subject);
      }
      if (granted !== 1) refuse();
      return {
        async release() {
          await redis.zrem(key, lease).catch((error: unknown) => {
            log.warn({ err: error }, 'a generation slot could not be released; it ends with its lease');
          });
        },
      };
    },
  };
}
