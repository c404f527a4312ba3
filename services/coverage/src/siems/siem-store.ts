import { type OwnerScope, ownedBy, ownerId } from '@tripline/auth';
import type { Knex } from '@tripline/service';
import type { SiemKind } from './siem-kinds.js';

/** A SIEM as it is stored. */
export interface Siem {
  readonly id: string;
  readonly name: string;
  readonly kind: SiemKind;
  readonly teamId: string | null;
  readonly ownerId: string;
  readonly importedAt: Date | null;
  readonly createdAt: Date;
}

const TABLE = 'coverage.siems';
const COLUMNS = {
  id: 'id',
  name: 'name',
  kind: 'kind',
  teamId: 'team_id',
  ownerId: 'owner_id',
  importedAt: 'imported_at',
  createdAt: 'created_at',
} as const;

/** A scope's SIEM, or undefined when the scope has none with this id. */
export async function findSiem(scope: OwnerScope, db: Knex, id: string): Promise<Siem | undefined> {
  return db(TABLE).where({ id }).andWhere(ownedBy(scope)).first<Siem | undefined>(COLUMNS);
}

/** A SIEM by its id, whoever it belongs to: for work that nobody asked for. */
export async function siemById(db: Knex, id: string): Promise<(Siem & { readonly createdBy: string }) | undefined> {
  return db(TABLE)
    .where({ id })
    .first<(Siem & { readonly createdBy: string }) | undefined>({ ...COLUMNS, createdBy: 'created_by' });
}

/** A scope's SIEMs by name, and their number in all. */
export async function listSiems(
  scope: OwnerScope,
  db: Knex,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ siems: Siem[]; total: number }> {
  const [siems, count] = await Promise.all([
    db(TABLE).where(ownedBy(scope)).orderBy(['name', 'id']).limit(limit).offset(offset).select<Siem[]>(COLUMNS),
    db(TABLE).where(ownedBy(scope)).count({ total: '*' }).first(),
  ]);
  return { siems, total: Number(count?.['total'] ?? 0) };
}

/**
 * The names of the SIEMs that a scope's owner has, by id. Until the transaction ends nobody else is told, so that two who add one at the same
 * moment do not both find the last place or the name free.
 */
export async function namesOfOwner(scope: OwnerScope, trx: Knex.Transaction): Promise<ReadonlyMap<string, string>> {
  const owner = ownerId(scope);
  await trx.raw("select pg_advisory_xact_lock(hashtext('coverage.siems'), hashtext(?))", [owner]);
  const rows = await trx(TABLE).where({ owner_id: owner }).select<{ id: string; name: string }[]>('id', 'name');
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Adds a SIEM for the scope's owner. */
export async function insertSiem(
  scope: OwnerScope,
  trx: Knex,
  siem: { readonly id: string; readonly name: string; readonly kind: SiemKind },
): Promise<Siem> {
  const now = trx.fn.now();
  const [row] = await trx(TABLE)
    .insert({ ...siem, created_by: scope.userId, team_id: scope.teamId ?? null, created_at: now, updated_at: now })
    .returning<Siem[]>(Object.entries(COLUMNS).map(([name, column]) => trx.raw('?? as ??', [column, name])) as never);
  return row as Siem;
}

/** Locks a SIEM's row until the transaction ends, so that its rules and accounts change one transaction after the other. False when it was removed. */
export async function lockSiem(trx: Knex, id: string): Promise<boolean> {
  return (await trx(TABLE).where({ id }).forNoKeyUpdate().first('id')) !== undefined;
}

/** Changes what is stored of a SIEM itself. */
export async function updateSiem(
  trx: Knex,
  id: string,
  change: { readonly name?: string; readonly imported_at?: Date },
): Promise<void> {
  await trx(TABLE)
    .where({ id })
    .update({ ...change, updated_at: trx.fn.now() });
}

/** Removes a SIEM with its rules and their detections. */
export async function deleteSiem(trx: Knex, id: string): Promise<void> {
  await trx(TABLE).where({ id }).delete();
}

/** The accounts that SIEMs are fed by, by SIEM; each list in the order of ids, which is the order in which they are locked. */
export async function accountsOfSiems(db: Knex, ids: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
  const rows = await db('coverage.siem_accounts')
    .whereIn('siem_id', [...ids])
    .orderBy('account_id')
    .select<{ siem_id: string; account_id: string }[]>('siem_id', 'account_id');
  const found = new Map<string, string[]>(ids.map((id) => [id, []]));
  for (const { account_id, siem_id } of rows) found.get(siem_id)?.push(account_id);
  return found;
}

/** Replaces the accounts that a SIEM is fed by. */
export async function storeAccounts(trx: Knex, siemId: string, accountIds: readonly string[]): Promise<void> {
  await trx('coverage.siem_accounts').where({ siem_id: siemId }).delete();
  if (accountIds.length > 0)
    await trx('coverage.siem_accounts').insert(accountIds.map((id) => ({ siem_id: siemId, account_id: id })));
}

/** Those of some accounts that belong to an owner. */
export async function accountsOfOwner(trx: Knex, owner: string, ids: readonly string[]): Promise<string[]> {
  return trx('coverage.cloud_accounts')
    .where({ owner_id: owner })
    .whereIn('id', [...ids])
    .orderBy('id')
    .pluck('id');
}
