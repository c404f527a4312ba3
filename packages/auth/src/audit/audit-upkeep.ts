import { inBatches, type Knex } from '@tripline/service';

/** Events sealed in one transaction: a few hundred kilobytes, and well under a second. */
const SEALED_AT_ONCE = 5_000;
const REDACTED_AT_ONCE = 1_000;

/**
 * Seals the events of the log whose minute is over, as the next link of the chain. When several processes run it, one does the work.
 * @returns how many
 */
export async function sealAudit(db: Knex): Promise<number> {
  return inBatches(1, async () => {
    const { rows } = await db.raw<{ rows: { done: number }[] }>('select auth.seal_audit_log(?) as done', [
      SEALED_AT_ONCE,
    ]);
    return rows[0]?.done ?? 0;
  });
}

/** Age in seconds of the oldest event that no seal holds yet, counted from the beginning of its minute; 0 when there is none. */
export async function oldestUnsealedSeconds(db: Knex): Promise<number> {
  const { rows } = await db.raw<{ rows: { seconds: number }[] }>(
    'select coalesce(extract(epoch from clock_timestamp() - min(minute)), 0)::float8 as seconds from auth.audit_unsealed',
  );
  return rows[0]?.seconds ?? 0;
}

/**
 * Removes e-mail address, client address and browser from events of accounts that were deleted more than `keptDays` ago; the ids stay. Also
 * deletes the marks by which old tokens of these accounts are recognised. @returns how many rows it changed
 */
export async function redactDeletedUsers(db: Knex, keptDays: number): Promise<number> {
  await db.raw('delete from auth.deleted_identities where deleted_at < now() - make_interval(days => ?)', [keptDays]);
  return inBatches(1, async () => {
    const { rows } = await db.raw<{ rows: { done: number }[] }>('select auth.redact_deleted_user(?, ?) as done', [
      keptDays,
      REDACTED_AT_ONCE,
    ]);
    return rows[0]?.done ?? 0;
  });
}
