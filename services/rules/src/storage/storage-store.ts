import { type OwnerScope, ownerId } from '@tripline/auth';
import { inBatches, type Knex } from '@tripline/service';

/** The bytes that the scope's owner stores: the team, else the caller. */
export async function findStoredBytes(scope: OwnerScope, db: Knex): Promise<number> {
  const row = await db('rules.storage_changes')
    .where({ owner_id: ownerId(scope) })
    .sum<{ bytes: string | null }[]>('bytes as bytes')
    .first()
    .options({ name: 'stored-bytes' });
  return Number(row?.bytes ?? 0);
}

/**
 * The bytes that the scope's owner will store once this transaction commits. Whoever asks for the same owner waits until it has, so it is asked last.
 */
export async function findStoredBytesInTurn(scope: OwnerScope, trx: Knex.Transaction): Promise<number> {
  const { rows } = await trx
    .raw<{ rows: { bytes: string }[] }>('select rules.stored_bytes_in_turn(?) as bytes', [ownerId(scope)])
    .options({ name: 'stored-bytes-in-turn' });
  return Number(rows[0]?.bytes ?? 0);
}

/** Most owners whose changes are joined in one statement. */
const OWNERS_AT_ONCE = 1_000;

/** Joins the changes of each owner into one, so that their sum stays quick to read. Any number of workers may at once. */
export async function joinStorageChanges(db: Knex): Promise<void> {
  await inBatches(OWNERS_AT_ONCE, async () => {
    const { rowCount } = await db.raw<{ rowCount: number }>(
      `with several as (
         select owner_id from rules.storage_changes group by owner_id having count(*) > 1 limit ?
       ), taken as (
         delete from rules.storage_changes where id in (
           select id from rules.storage_changes where owner_id in (select owner_id from several) for update skip locked)
         returning owner_id, bytes
       ), joined as (
         insert into rules.storage_changes (owner_id, bytes) select owner_id, sum(bytes) from taken group by owner_id having sum(bytes) <> 0
       )
       select owner_id from taken group by owner_id having count(*) > 1`,
      [OWNERS_AT_ONCE],
    );
    return rowCount;
  });
}
