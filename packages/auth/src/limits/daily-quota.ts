import { type Knex, TooManyRequestsError } from '@tripline/service';
import type { Caller } from '../callers/caller.js';
import { dailyGenerations } from '../tiers/tier.js';

/** A generation that was counted. It is given back when the work fails. */
export interface Reservation {
  /** Takes the count back; a second call does nothing. */
  giveBack(): Promise<void>;
}

/** Generations counted per UTC day in Postgres: exact across processes, and independent of Redis. */
export interface DailyQuota {
  /** Counts one generation. @throws TooManyRequestsError with `Retry-After` to midnight UTC when none is left */
  reserve(caller: Caller): Promise<Reservation>;
  /** What the caller's credential, and the user over all credentials, have used and may use today. */
  usage(caller: Caller): Promise<{ credential: Usage; user: Usage }>;
}

/** A count and its bound. */
export interface Usage {
  used: number;
  limit: number;
}

const USER_BUCKET = 'user';
const bucketOf = (caller: Caller): string => (caller.kind === 'api-key' ? caller.keyId : 'session');

/** Builds the quota over a pool. */
export function createDailyQuota(db: Knex): DailyQuota {
  return {
    async reserve(caller) {
      const limits = dailyGenerations(caller.tier, caller.kind);
      // The user's row first, in every transaction: one order, no deadlock.
      const wanted = [
        { bucket: USER_BUCKET, limit: limits.user, whose: 'all your credentials together' },
        { bucket: bucketOf(caller), limit: limits.credential, whose: caller.kind === 'jwt' ? 'you' : 'this key' },
      ];
      const day = await db.transaction(async (trx) => {
        let counted = '';
        for (const { bucket, limit, whose } of wanted) {
          counted = await countOne(trx, caller.userId, bucket, limit, whose);
        }
        return counted;
      });
      let held = true;
      return {
        async giveBack() {
          if (!held) return;
          held = false;
          await db.raw(
            `update auth.usage_counts set used = used - 1
             where (user_id, day, bucket) in (
               select user_id, day, bucket from auth.usage_counts
               where user_id = ? and day = ?::date and bucket = any (?) and used > 0
               order by bucket = ? desc for update)`,
            [caller.userId, day, wanted.map(({ bucket }) => bucket), USER_BUCKET],
          );
        },
      };
    },
    async usage(caller) {
      const limits = dailyGenerations(caller.tier, caller.kind);
      const { rows } = await db.raw<{ rows: { bucket: string; used: number }[] }>(
        `select bucket, used from auth.usage_counts
         where user_id = ? and day = (now() at time zone 'utc')::date and bucket = any (?)`,
        [caller.userId, [USER_BUCKET, bucketOf(caller)]],
      );
      const used = (bucket: string): number => rows.find((row) => row.bucket === bucket)?.used ?? 0;
      return {
        credential: { used: used(bucketOf(caller)), limit: limits.credential },
        user: { used: used(USER_BUCKET), limit: limits.user },
      };
    },
  };
}

/** Adds one to a bucket of today unless it is full; returns the day it was counted on. */
async function countOne(trx: Knex, userId: string, bucket: string, limit: number, whose: string): Promise<string> {
  const { rows } = await trx.raw<{ rows: { day: string }[] }>(
    `insert into auth.usage_counts as c (user_id, day, bucket, used)
     select ?, (now() at time zone 'utc')::date, ?, 1 where ? > 0
     on conflict (user_id, day, bucket) do update set used = c.used + 1 where c.used < ?
     returning c.day::text as day`,
    [userId, bucket, limit, limit],
  );
  const day = rows[0]?.day;
  if (day === undefined) {
    throw new TooManyRequestsError(
      `The ${limit} generations a day of ${whose} are used up; the count starts again at midnight UTC.`,
      secondsToMidnightUtc(new Date()),
    );
  }
  return day;
}

/** Whole seconds from an instant to the next midnight UTC, at least 1. */
export function secondsToMidnightUtc(now: Date): number {
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
  return Math.max(1, Math.ceil((midnight - now.getTime()) / 1000));
}
