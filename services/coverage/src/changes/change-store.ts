import type { Knex } from '@tripline/service';
import { FOREIGN_TARGET } from '../cloud/status-word.js';
import type { ChangeResource } from './change-resource.js';
import type { ChangeQuery } from './change-schema.js';

/** Changes kept of one account. */
const MOST_KEPT = 10_000;
const TABLE = 'coverage.changes';
const COLUMNS = {
  ...{
    id: 'id',
    kind: 'kind',
    at: 'at',
    scan_id: 'scan_id',
    technique_id: 'technique_id',
    detection_id: 'detection_id',
  },
  event_id: 'event_id',
  ...{ name: 'name', from: 'from_status', to: 'to_status', reason: 'reason' },
};

/** A snapshot that has just been taken. */
export interface Taken {
  readonly accountId: string;
  /** The scan that found it; null for what people said or declared. */
  readonly scanId: string | null;
  readonly snapshotId: string;
  readonly now: Date;
}

/** A technique's change as it is found; its name is not in the database. */
export type Dropped = Pick<ChangeResource, 'from' | 'to'> & { readonly technique_id: string };

/** The techniques that a snapshot covers less than the account's one before. */
export async function droppedTechniques(trx: Knex, { accountId, snapshotId }: Taken): Promise<Dropped[]> {
  const { rows } = await trx.raw<{ rows: Dropped[] }>(
    `with before as (
       select id from coverage.snapshots where account_id = :accountId and id <> :snapshotId
       order by created_at desc, id desc limit 1
     )
     select now.technique_id, was.status as "from", now.status as "to"
     from before join coverage.snapshot_techniques was on was.snapshot_id = before.id
       join coverage.snapshot_techniques now on now.snapshot_id = :snapshotId and now.technique_id = was.technique_id
     where array_position(array['uncovered', 'partial', 'covered'], now.status)
         < array_position(array['uncovered', 'partial', 'covered'], was.status)
     order by now.technique_id`,
    { accountId, snapshotId },
  );
  return rows;
}

const WORSE = `(d.status = 'removed' or (d.status = 'disabled' and d.told_status in ('active', 'degraded')))`;

/** Whether there is anything that {@link storeDetectionChanges} would write. */
export async function hasDetectionChanges(trx: Knex, accountId: string): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: { found: boolean }[] }>(
    `select exists (select from coverage.detections d
       where d.account_id = ? and d.told_status is distinct from d.status and ${WORSE}) as found`,
    [accountId],
  );
  return rows[0]?.found === true;
}

/**
 * Writes what got worse about an account's detections since the feed last spoke of them: those that are gone, and those that could fire and
 * no longer can. Gives the number of changes written.
 */
export async function storeDetectionChanges(
  trx: Knex,
  { accountId, now, scanId }: Taken,
  eventId: string,
): Promise<number> {
  const { rowCount } = await trx.raw<{ rowCount: number }>(
    `with changed as (
       update coverage.detections d set told_status = d.status
       from (select id, told_status from coverage.detections
             where account_id = :accountId and told_status is distinct from status) was
       where d.id = was.id
       returning d.id, d.name, d.status, d.status_reason, was.told_status
     )
     insert into ${TABLE} (id, account_id, kind, at, scan_id, event_id, detection_id, name, from_status, to_status, reason)
     select gen_random_uuid(), :accountId, case when status = 'removed' then 'detection_removed' else 'detection_stopped' end,
       :now, :scanId, :eventId, id, name, told_status, status, status_reason
     from changed where status = 'removed' or (status = 'disabled' and told_status in ('active', 'degraded'))
     order by name, id limit ${MOST_KEPT}`,
    { accountId, now, scanId, eventId },
  );
  return rowCount;
}

/** Takes an account's detections as told of as they are, without a word in the feed. */
export async function passOver(trx: Knex, accountId: string): Promise<void> {
  await trx('coverage.detections')
    .where({ account_id: accountId })
    .whereRaw('told_status is distinct from status')
    .update({ told_status: trx.ref('status') });
}

/** Writes changes of techniques, with their names. */
export async function storeTechniqueChanges(
  trx: Knex,
  { accountId, now, scanId }: Taken,
  eventId: string,
  changes: readonly (Dropped & { readonly id: string; readonly name: string })[],
): Promise<void> {
  if (changes.length === 0) return;
  await trx(TABLE).insert(
    changes.map(({ from, id, name, technique_id, to }) => ({
      ...{ id, account_id: accountId, kind: 'coverage_dropped', at: now, scan_id: scanId, event_id: eventId },
      ...{ technique_id, name, from_status: from, to_status: to },
    })),
  );
}

/** Drops an account's changes that are more than it keeps. */
export async function trimChanges(trx: Knex, accountId: string): Promise<void> {
  await trx.raw(
    `delete from ${TABLE} where account_id = :accountId and (at, id) <= (
       select at, id from ${TABLE} where account_id = :accountId order by at desc, id desc offset :kept limit 1)`,
    { accountId, kept: MOST_KEPT },
  );
}

/** Changes that belong together: the first of them, and their number. */
export interface ToldChanges {
  readonly changes: readonly ChangeResource[];
  readonly total: number;
}

/** The changes of an event in these accounts, techniques first; at most `limit`, and their number in all. */
export async function changesOfEvent(
  trx: Knex,
  eventId: string,
  accountIds: readonly string[],
  limit: number,
): Promise<ToldChanges> {
  const of = trx(TABLE)
    .where({ event_id: eventId })
    .whereIn('account_id', [...accountIds]);
  const count = await of.clone().count({ total: '*' }).first();
  const changes = await of.clone().orderBy(['kind', 'name', 'id']).limit(limit).select(COLUMNS);
  return { changes: changes as ChangeResource[], total: Number(count?.['total'] ?? 0) };
}

/** A reason as the API has it; a declared rule's is no provider's word. */
const REASON = `case when reason = '${FOREIGN_TARGET}' or exists (select from coverage.detections d where d.id = detection_id and d.type = 'siem_rule') then reason
  else (select provider from coverage.cloud_accounts a where a.id = account_id) || ':' || reason end`;

/** A page of an account's changes, newest first, and the number of all that match. */
export async function listChanges(
  db: Knex,
  accountId: string,
  { kind, limit, offset, since }: ChangeQuery,
): Promise<{ changes: ChangeResource[]; total: number }> {
  const matching = (query: Knex.QueryBuilder): void => {
    void query.where({ account_id: accountId });
    if (kind !== undefined) void query.where({ kind });
    if (since !== undefined) void query.where('at', '>=', new Date(since));
  };
  const newest = ['at', 'id'].map((column) => ({ column, order: 'desc' }));
  const [changes, count] = await Promise.all([
    db(TABLE)
      .where(matching)
      .orderBy(newest)
      .limit(limit)
      .offset(offset)
      .select({ ...COLUMNS, reason: db.raw(REASON) }),
    db(TABLE).where(matching).count({ total: '*' }).first(),
  ]);
  return { changes: changes as ChangeResource[], total: Number(count?.['total'] ?? 0) };
}
