import { type OwnerScope, ownersOf } from '@tripline/auth';
import type { Knex } from '@tripline/service';
import type { ExclusionResource } from './exclusion-resource.js';

/** An exclusion as it is stored, with the detection's name. */
export type StoredExclusion = Omit<ExclusionResource, 'cloud_account_id' | 'technique_name'> & {
  readonly account_id: string;
};

/** What a new exclusion is stored with. */
export type NewExclusion = Omit<StoredExclusion, 'detection_name' | 'in_force'>;

/** An exclusion with the team it belongs to. */
export type OwnedExclusion = StoredExclusion & { readonly team_id: string | null };

const TABLE = 'coverage.exclusions';
/** Whether an exclusion `x` holds at this moment. */
const IN_FORCE = '(x.expires_at is null or x.expires_at > now())';
/** The condition that a detection `d` is not excluded. */
export const NOT_EXCLUDED = `not exists (select from ${TABLE} x where x.detection_id = d.id and ${IN_FORCE})`;

const joined = (db: Knex) =>
  db(`${TABLE} as x`)
    .leftJoin('coverage.detections as d', 'd.id', 'x.detection_id')
    .join('coverage.cloud_accounts as a', 'a.id', 'x.account_id');
const columns = (db: Knex) => ['x.*', 'd.name as detection_name', 'a.team_id', db.raw(`${IN_FORCE} as in_force`)];

/** Writes an exclusion, or replaces the one of the same technique or detection; gives its id. */
export async function storeExclusion(trx: Knex, exclusion: NewExclusion): Promise<string> {
  const [row] = await trx(TABLE)
    .insert(exclusion)
    .onConflict(['account_id', 'technique_id', 'detection_id'])
    .merge(['kind', 'reason', 'owner', 'expires_at', 'recorded_by', 'created_at'])
    .returning<{ id: string }[]>('id');
  return row?.id ?? exclusion.id;
}

/** How many exclusions an account has, those that have expired too. */
export async function countExclusions(db: Knex, accountId: string): Promise<number> {
  const count = await db(TABLE).where({ account_id: accountId }).count({ total: '*' }).first();
  return Number(count?.['total'] ?? 0);
}

/** A page of an account's exclusions, newest first, and their number in all. */
export async function listExclusions(
  db: Knex,
  accountId: string,
  { in_force, limit, offset }: { readonly in_force?: boolean; readonly limit: number; readonly offset: number },
): Promise<{ exclusions: StoredExclusion[]; total: number }> {
  const matching = (query: Knex.QueryBuilder): void => {
    void query.where('x.account_id', accountId);
    if (in_force !== undefined) void query.whereRaw(in_force ? IN_FORCE : `not ${IN_FORCE}`);
  };
  const newest = ['x.created_at', 'x.id'].map((column) => ({ column, order: 'desc' }));
  const [exclusions, count] = await Promise.all([
    joined(db).where(matching).orderBy(newest).limit(limit).offset(offset).select(columns(db)),
    joined(db).where(matching).count({ total: '*' }).first(),
  ]);
  return { exclusions: exclusions as StoredExclusion[], total: Number(count?.['total'] ?? 0) };
}

/** One exclusion, read in the transaction that wrote it. */
export async function readExclusion(trx: Knex, id: string): Promise<StoredExclusion> {
  return joined(trx).where('x.id', id).first(columns(trx));
}

/** Finds an exclusion of the accounts in the scope. */
export async function findExclusion(scope: OwnerScope, db: Knex, id: string): Promise<OwnedExclusion | undefined> {
  return joined(db)
    .where('x.id', id)
    .whereIn('a.owner_id', [...ownersOf(scope)])
    .first(columns(db));
}

/** Deletes an exclusion. False when there was none. */
export async function deleteExclusion(trx: Knex, id: string): Promise<boolean> {
  return (await trx(TABLE).where({ id }).delete()) > 0;
}

/** The ids of the techniques that the account `a` excludes now, as an array in SQL. */
export const EXCLUDED_TECHNIQUES = `array(
  select x.technique_id from ${TABLE} x where x.account_id = a.id and x.technique_id is not null and ${IN_FORCE})`;

/** The techniques that an account excludes now. */
export async function excludedTechniques(db: Knex, accountId: string): Promise<ReadonlySet<string>> {
  const ids = await db(`${TABLE} as x`)
    .where({ account_id: accountId })
    .whereNotNull('technique_id')
    .whereRaw(IN_FORCE)
    .pluck('technique_id');
  return new Set(ids);
}

/** The techniques whose risk an account accepts now. */
export async function acceptedRisks(db: Knex, accountId: string): Promise<ReadonlySet<string>> {
  const ids = await db(`${TABLE} as x`)
    .where({ account_id: accountId, kind: 'accepted_risk' })
    .whereNotNull('technique_id')
    .whereRaw(IN_FORCE)
    .pluck('technique_id');
  return new Set(ids);
}

/** Accounts with an exclusion of a detection that has expired since their newest snapshot; at most `limit`. */
export async function accountsWithExpired(db: Knex, limit: number): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    `select distinct x.account_id as id from ${TABLE} x
     where x.detection_id is not null and x.expires_at <= now() and x.expires_at > (
       select s.created_at from coverage.snapshots s where s.account_id = x.account_id order by s.created_at desc, s.id desc limit 1
     ) limit ?`,
    [limit],
  );
  return rows.map(({ id }) => id);
}
