import type { Knex } from '@tripline/service';

/** The bucket that counts a user's generations over all credentials. */
export const USER_BUCKET = 'user';

/** The counts that a generation belongs to. */
export interface CountedGeneration {
  readonly userId: string;
  /** `YYYY-MM-DD`, in UTC. */
  readonly day: string;
  readonly buckets: readonly string[];
}

/** Adds to the counts of a generation; none falls below zero. The user's row comes first, as wherever counts are locked. */
export async function addToCounts(
  trx: Knex.Transaction,
  { userId, day, buckets }: CountedGeneration,
  by: 1 | -1,
): Promise<void> {
  await trx.raw(
    `update auth.usage_counts set used = greatest(0, used + ?)
     where (user_id, day, bucket) in (
       select user_id, day, bucket from auth.usage_counts
       where user_id = ? and day = ?::date and bucket = any (?)
       order by bucket = ? desc for update)`,
    [by, userId, day, [...buckets], USER_BUCKET],
  );
}
