import { inBatches, type Knex } from '@tripline/service';

/** Documents per statement; few enough that nobody waits for the deletion. */
const BATCH = 500;

/** Deletes expired documents; several replicas may share the work. @returns how many */
export function deleteExpiredDocuments(db: Knex): Promise<number> {
  return inBatches(BATCH, async () => {
    const { rowCount } = await db.raw<{ rowCount: number }>(
      `delete from rules.documents where generation_id in
         (select generation_id from rules.documents where delete_after <= now() limit ? for update skip locked)`,
      [BATCH],
    );
    return rowCount;
  });
}
