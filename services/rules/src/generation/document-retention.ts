import type { Knex, Logger } from '@tripline/service';

const HOUR_MS = 3_600_000;
/** Few enough at a time that nobody waits behind the deletion. */
const BATCH = 500;

/** Deletes the documents that are past their time; replicas that do so at once share the work. @returns how many went */
async function deleteExpiredDocuments(db: Knex): Promise<number> {
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

/** Deletes expired documents now and every hour. A failure is logged and tried again in an hour. */
export function startDocumentRetention(db: Knex, log: Logger): { close(): Promise<void> } {
  const sweep = async (): Promise<void> => {
    try {
      const deleted = await deleteExpiredDocuments(db);
      if (deleted > 0) log.info({ deleted }, 'deleted documents that are past their time');
    } catch (error) {
      log.warn({ err: error }, 'expired documents could not be deleted; trying again in an hour');
    }
  };
  let running = sweep();
  const timer = setInterval(() => {
    running = running.then(sweep);
  }, HOUR_MS);
  timer.unref();
  return {
    async close() {
      clearInterval(timer);
      await running;
    },
  };
}
