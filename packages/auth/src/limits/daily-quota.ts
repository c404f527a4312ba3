import type { Knex, Logger } from '@tripline/service';
import { v7 as uuidv7 } from 'uuid';
import type { Caller } from '../callers/caller.js';
import { holdOwnerAndDelete, type OwnerScope } from '../callers/owner-scope.js';
import { dailyGenerations } from '../tiers/tier.js';
import { type Bound, boundReached } from './bound.js';
import { addToCounts, type CountedGeneration, USER_BUCKET } from './usage-counts.js';

/** A counted generation. Until it is kept or given back, its process renews it every few seconds. */
interface Reservation {
  /** What is left of the day, over all credentials and of this one. */
  readonly bounds: readonly Bound[];
  /** Keeps the count and holds the owner, as `holdOwner` does, in the transaction that saves the generation. */
  keep(trx: Knex.Transaction, scope: OwnerScope): Promise<OwnerScope>;
  /** Call it once that transaction has committed. */
  kept(): void;
  /** Takes the count back because the work failed; a second call does nothing. */
  giveBack(): Promise<void>;
}

/** Generations per UTC day, counted in Postgres: exact across processes, and independent of Redis. */
export interface DailyQuota {
  /** Counts one generation. @throws TooManyRequestsError with `Retry-After` to midnight UTC when none is left */
  reserve(caller: Caller): Promise<Reservation>;
  /** What the caller's credential, and the user over all credentials, have used and may use today. */
  usage(caller: Caller): Promise<{ credential: Usage; user: Usage }>;
  /** Stops renewing reservations. */
  close(): void;
}

/** A count and its bound. */
interface Usage {
  used: number;
  limit: number;
}

const bucketOf = (caller: Caller): string => (caller.kind === 'api-key' ? caller.keyId : 'session');

/** How long a reservation outlives a killed process; with the worker's interval, less than a minute. */
const LEASE_SECONDS = 30;
const RENEW_MS = 8_000;

/** Builds the quota over a pool. */
export function createDailyQuota(db: Knex, log: Logger): DailyQuota {
  const held = new Set<string>();
  const renewing = setInterval(() => {
    if (held.size === 0) return;
    db.raw(`update auth.usage_reservations set expires_at = ${LEASE_END} where id = any (?)`, [
      LEASE_SECONDS,
      [...held],
    ]).catch((error: unknown) => log.warn({ err: error }, 'reserved generations could not be renewed'));
  }, RENEW_MS).unref();
  return {
    async reserve(caller) {
      const limits = dailyGenerations(caller);
      // The user's row first in every transaction, so that there is no deadlock.
      const wanted = [
        {
          bucket: USER_BUCKET,
          limit: limits.user,
          whose: caller.isServiceAccount ? 'all keys of this service account' : 'all your credentials together',
        },
        { bucket: bucketOf(caller), limit: limits.credential, whose: caller.kind === 'jwt' ? 'you' : 'this key' },
      ];
      const id = uuidv7();
      const counted = { userId: caller.userId, buckets: wanted.map(({ bucket }) => bucket) };
      const { day, used } = await countAll(db, id, caller.userId, wanted);
      held.add(id);
      return {
        bounds: wanted.map(({ bucket, limit }) => generationsBound(limit, used.get(bucket) ?? 0)),
        async keep(trx, scope) {
          const { deleted, owner } = await holdOwnerAndDelete(scope, trx, deletionOf(trx, id), 'keep-generation');
          // The reservation was given back meanwhile, because this process stood still or could not reach Postgres. It is counted again,
          // above the bound if need be.
          if (deleted === 0) await addToCounts(trx, { ...counted, day }, 1);
          return owner;
        },
        kept: () => void held.delete(id),
        async giveBack() {
          if (!held.delete(id)) return;
          await takeBack(db, id, { ...counted, day });
        },
      };
    },
    close: () => clearInterval(renewing),
    usage: (caller) => usageOf(caller, db),
  };
}

/** What a caller has used of today's bounds. */
async function usageOf(caller: Caller, db: Knex): Promise<{ credential: Usage; user: Usage }> {
  const limits = dailyGenerations(caller);
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
}

const LEASE_END = 'now() + make_interval(secs => ?)';

/** Deletes a reservation; gives its id, unless it is already gone. */
const deletionOf = (trx: Knex.Transaction, id: string): Knex.QueryBuilder =>
  trx('auth.usage_reservations').where({ id }).delete().returning('id');

/** A count that a generation adds to, and its bound. */
interface WantedCount {
  readonly bucket: string;
  readonly limit: number;
  /** Whose count it is, for the refusal. */
  readonly whose: string;
}

/**
 * Adds one to each of today's counts unless one of them is full, and reserves, in one statement: many may wait for the user's row. The order
 * of `wanted` is that in which rows are locked.
 * @returns the day it was counted on, and the new counts
 * @throws TooManyRequestsError for the first count that is full
 */
async function countAll(
  db: Knex,
  id: string,
  userId: string,
  wanted: readonly WantedCount[],
): Promise<{ readonly day: string; readonly used: ReadonlyMap<string, number> }> {
  const { rows } = await db
    .raw<{ rows: { day: string; bucket: string; used: number | null; full: boolean }[] }>(
      `with wanted as (
       select bucket, bound, place, (now() at time zone 'utc')::date as day
       from unnest(?::text[], ?::int[]) with ordinality as asked (bucket, bound, place)),
     held as materialized (
       select c.bucket, c.used from wanted join auth.usage_counts as c
         on c.user_id = ? and c.day = wanted.day and c.bucket = wanted.bucket
       order by wanted.place for update of c),
     counted as (
       insert into auth.usage_counts as c (user_id, day, bucket, used)
       select ?, day, bucket, 1 from wanted
       where not exists (
         select from wanted as other left join held on held.bucket = other.bucket
         where coalesce(held.used, 0) >= other.bound)
       order by place
       on conflict (user_id, day, bucket) do update set used = c.used + 1
         where c.used < (select bound from wanted where wanted.bucket = excluded.bucket)
       returning c.bucket, c.used),
     reserved as (
       insert into auth.usage_reservations (id, user_id, day, buckets, expires_at)
       select ?, ?, min(day), array_agg(bucket order by place), ${LEASE_END}
       from wanted join counted using (bucket) having count(*) > 0)
     select wanted.day::text as day, bucket, counted.used, coalesce(held.used, 0) >= bound as full
     from wanted left join counted using (bucket) left join held using (bucket) order by place`,
      [wanted.map(({ bucket }) => bucket), wanted.map(({ limit }) => limit), userId, userId, id, userId, LEASE_SECONDS],
    )
    .options({ name: 'count-generation' });
  const used = new Map(rows.flatMap((row) => (row.used === null ? [] : [[row.bucket, row.used] as const])));
  const day = rows[0]?.day ?? '';
  if (used.size === wanted.length) return { day, used };
  // Rows that others made at the same moment, the first of the day, were not there to be held: one may be full and the other counted.
  if (used.size > 0) await takeBack(db, id, { userId, day, buckets: [...used.keys()] });
  const full = rows.find((row) => row.full) ?? rows.find((row) => row.used === null);
  const { limit, whose } = wanted.find(({ bucket }) => bucket === full?.bucket) as WantedCount;
  throw boundReached(
    generationsBound(limit, limit),
    `The ${limit} generations a day for ${whose} are used up; the next day begins at midnight UTC.`,
  );
}

/** Takes a reserved generation from its counts again, unless that has been done. */
async function takeBack(db: Knex, id: string, counted: CountedGeneration): Promise<void> {
  await db.transaction(async (trx) => {
    if ((await deletionOf(trx, id)).length > 0) await addToCounts(trx, counted, -1);
  });
}

const generationsBound = (limit: number, used: number): Bound => ({
  resource: 'generations',
  limit,
  remaining: limit - used,
  resetSeconds: secondsToMidnightUtc(new Date()),
});

/** Whole seconds from an instant to the next midnight UTC, at least 1. */
export function secondsToMidnightUtc(now: Date): number {
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
  return Math.max(1, Math.ceil((midnight - now.getTime()) / 1000));
}
