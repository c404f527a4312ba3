import { inBatches, type Knex } from '@tripline/service';

/** How long the job that has stood still for longest has done so, in seconds; 0 where none is open. */
export async function oldestJobSeconds(db: Knex): Promise<number> {
  const { rows } = await db.raw<{ rows: { seconds: number | null }[] }>(
    `select extract(epoch from clock_timestamp() - min(coalesce(moved_at, created_at)))::float8 as seconds
     from rules.bulk_jobs where ended_at is null`,
  );
  return Math.max(0, rows[0]?.seconds ?? 0);
}

const DELETED_AT_ONCE = 20;

/** Deletes jobs with their files that ended a week ago; several workers may share the work. @returns how many */
export function deleteOldJobs(db: Knex): Promise<number> {
  return inBatches(DELETED_AT_ONCE, async () => {
    const { rowCount } = await db.raw<{ rowCount: number }>(
      `delete from rules.bulk_jobs where id in
         (select id from rules.bulk_jobs where ended_at <= now() - interval '7 days' limit ? for update skip locked)`,
      [DELETED_AT_ONCE],
    );
    return rowCount;
  });
}
