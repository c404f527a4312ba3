import { type OwnerScope, ownersOf } from '@tripline/auth';
import type { Knex } from '@tripline/service';
import type { OverrideResource } from './override-resource.js';

/** An override as it is stored, with the detection's name. */
export type StoredOverride = Omit<OverrideResource, 'cloud_account_id' | 'technique_name'> & {
  readonly account_id: string;
};

/** What a new override is stored with. */
export type NewOverride = Omit<StoredOverride, 'detection_name'>;

/** An override with the team it belongs to. */
export type OwnedOverride = StoredOverride & { readonly team_id: string | null };

const TABLE = 'coverage.mapping_overrides';
const joined = (db: Knex) =>
  db(`${TABLE} as o`)
    .join('coverage.detections as d', 'd.id', 'o.detection_id')
    .join('coverage.cloud_accounts as a', 'a.id', 'o.account_id');
const COLUMNS = ['o.*', 'd.name as detection_name', 'a.team_id'];

/** Writes an override, or replaces the one of the same detection and technique; gives its id. */
export async function storeOverride(trx: Knex, override: NewOverride): Promise<string> {
  const [row] = await trx(TABLE)
    .insert(override)
    .onConflict(['detection_id', 'technique_id'])
    .merge(['covers', 'reason', 'recorded_by', 'created_at'])
    .returning<{ id: string }[]>('id');
  return row?.id ?? override.id;
}

/** A page of an account's overrides, newest first, and their number in all. */
export async function listOverrides(
  db: Knex,
  accountId: string,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ overrides: StoredOverride[]; total: number }> {
  const newest = ['o.created_at', 'o.id'].map((column) => ({ column, order: 'desc' }));
  const [overrides, total] = await Promise.all([
    joined(db).where('o.account_id', accountId).orderBy(newest).limit(page.limit).offset(page.offset).select(COLUMNS),
    countOverrides(db, accountId),
  ]);
  return { overrides: overrides as StoredOverride[], total };
}

/** How many overrides an account has. */
export async function countOverrides(db: Knex, accountId: string): Promise<number> {
  const count = await db(TABLE).where({ account_id: accountId }).count({ total: '*' }).first();
  return Number(count?.['total'] ?? 0);
}

/** The overrides of detections, by technique. */
export async function overridesOf(db: Knex, detectionIds: readonly string[]): Promise<StoredOverride[]> {
  return joined(db)
    .whereIn('o.detection_id', [...detectionIds])
    .orderBy('o.technique_id')
    .select(COLUMNS);
}

/** One override, read in the transaction that wrote it. */
export async function readOverride(trx: Knex, id: string): Promise<StoredOverride> {
  return joined(trx).where('o.id', id).first(COLUMNS);
}

/** Finds an override of the accounts in the scope. */
export async function findOverride(scope: OwnerScope, db: Knex, id: string): Promise<OwnedOverride | undefined> {
  return joined(db)
    .where('o.id', id)
    .whereIn('a.owner_id', [...ownersOf(scope)])
    .first(COLUMNS);
}

/** Deletes an override. False when there was none. */
export async function deleteOverride(trx: Knex, id: string): Promise<boolean> {
  return (await trx(TABLE).where({ id }).delete()) > 0;
}
