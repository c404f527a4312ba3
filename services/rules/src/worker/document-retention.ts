import type { Knex } from '@tripline/service';

/** Few enough at a time that nobody waits behind the deletion. */
const BATCH = 500;

/** Deletes the documents that are past their time; replicas that do so at once share the work. @returns how many went */
export async function deleteExpiredDocuments(db: Knex): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { rowCount } = await db.raw<{ rowCount: number }>(
      `delete from rules.documents where generation_id in
         (select generation_id from rules.documents where delete_after <= now() limit ? for update skip locked)`,
      [BATCH],
    );
    deleted += rowCount;
    if (rowCount < BATCH) return deleted;
  }
}
