import { type OwnerKind, type OwnerScope, ownedBy, ownerId, partOf } from '@tripline/auth';
import type { Knex } from '@tripline/service';
import type { Account } from './account-model.js';
import type { AccountStatus } from './account-resource.js';

const TABLE = 'coverage.cloud_accounts';
const COLUMNS = {
  id: 'id',
  createdBy: 'created_by',
  teamId: 'team_id',
  name: 'name',
  provider: 'provider',
  externalAccountId: 'external_account_id',
  scopes: 'regions',
  schedule: 'schedule',
  roleArn: 'role_arn',
  externalId: 'external_id',
  ownCredentials: 'own_credentials',
  tags: 'tags',
  actorIds: 'actor_ids',
  status: 'status',
  lastScanAt: 'last_scan_at',
  createdAt: 'created_at',
} as const;

/** What is read of an account: its columns, and its scan that has not ended, of which there is one at most. */
const READ = [
  ...Object.entries(COLUMNS).map(([name, column]) => `cloud_accounts.${column} as "${name}"`),
  `(select s.id from coverage.scans s
    where s.account_id = cloud_accounts.id and s.status in ('pending', 'running')) as "scanUnderWay"`,
].join(', ');

/** A scope's account, or undefined when the scope has none with this id. */
export async function findAccount(scope: OwnerScope, db: Knex, id: string): Promise<Account | undefined> {
  return db<Account>(TABLE).where({ id }).andWhere(ownedBy(scope)).first(db.raw(READ));
}

/** A scope's accounts, newest first, and their number in all. */
export async function listAccounts(
  scope: OwnerScope,
  db: Knex,
  {
    limit,
    offset,
    owner,
    tag,
  }: { readonly limit: number; readonly offset: number; readonly owner?: OwnerKind; readonly tag?: string },
): Promise<{ accounts: Account[]; total: number }> {
  const matching = (query: Knex.QueryBuilder): void => {
    void query.where(ownedBy(partOf(scope, owner)));
    if (tag !== undefined) void query.whereRaw('? = any(tags)', [tag]);
  };
  const [accounts, count] = await Promise.all([
    db<Account>(TABLE)
      .where(matching)
      .orderBy([
        { column: 'created_at', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
      .limit(limit)
      .offset(offset)
      .select<Account[]>(db.raw(READ)),
    db(TABLE).where(matching).count({ total: '*' }).first(),
  ]);
  return { accounts, total: Number(count?.['total'] ?? 0) };
}

/** Accounts of one owner in a scope, of these ids where they are given, in the order of their ids, held until the transaction ends. */
export async function findAccountsOf(
  scope: OwnerScope,
  trx: Knex.Transaction,
  owner: OwnerKind,
  ids?: readonly string[],
): Promise<Account[]> {
  const query = trx<Account>(TABLE)
    .where(ownedBy(partOf(scope, owner)))
    .orderBy('id')
    .forNoKeyUpdate()
    .select<Account[]>(trx.raw(READ));
  if (ids !== undefined) void query.whereIn('id', [...ids]);
  return query;
}

/** The numbers that the clouds know the accounts of one owner by. */
export async function findNumbersOf(
  scope: OwnerScope,
  trx: Knex.Transaction,
  owner: OwnerKind = 'team',
): Promise<string[]> {
  return trx(TABLE)
    .where(ownedBy(partOf(scope, owner)))
    .distinct()
    .pluck('external_account_id');
}

/** Makes accounts of the caller's own their team's. */
export async function giveToTeam(scope: OwnerScope, trx: Knex.Transaction, ids: readonly string[]): Promise<void> {
  await trx(TABLE)
    .whereIn('id', [...ids])
    .andWhere(ownedBy(partOf(scope, 'user')))
    .update({ team_id: scope.teamId, updated_at: trx.fn.now() });
}

/**
 * How many accounts a scope's owner has. Until the transaction ends nobody else is told, so that two who add one at the same moment do not both find
 * the last place.
 */
export async function countAccounts(scope: OwnerScope, trx: Knex.Transaction): Promise<number> {
  const owner = ownerId(scope);
  await trx.raw("select pg_advisory_xact_lock(hashtext('coverage.accounts'), hashtext(?))", [owner]);
  const count = await trx(TABLE).where({ owner_id: owner }).count({ total: '*' }).first();
  return Number(count?.['total'] ?? 0);
}

/** What a new account brings; it belongs to the team its maker is in. */
export type NewAccount = Omit<Account, 'createdBy' | 'teamId' | 'lastScanAt' | 'scanUnderWay'>;

/** Adds an account for the scope's owner. */
export async function insertAccount(scope: OwnerScope, db: Knex, account: NewAccount): Promise<Account> {
  const [row] = await db(TABLE)
    .insert({
      ...toColumns(account),
      created_by: scope.userId,
      team_id: scope.teamId ?? null,
      updated_at: account.createdAt,
    })
    .returning(db.raw(READ));
  return row as Account;
}

/** Rows of one statement: each has some columns, and a statement takes 65,535 values. */
const ROWS_AT_ONCE = 1_000;

/** Adds many accounts for the scope's owner. */
export async function insertAccounts(scope: OwnerScope, trx: Knex, accounts: readonly NewAccount[]): Promise<void> {
  const { teamId = null, userId } = scope;
  const rows = accounts.map((account) => ({
    ...toColumns(account),
    created_by: userId,
    team_id: teamId,
    updated_at: account.createdAt,
  }));
  await trx.batchInsert(TABLE, rows, ROWS_AT_ONCE);
}

/** The fields of an account that can change. */
export type AccountChange = Partial<
  Pick<Account, 'name' | 'scopes' | 'schedule' | 'roleArn' | 'ownCredentials' | 'status' | 'tags' | 'actorIds'>
>;

/** Changes a scope's account. Undefined when it was removed. */
export async function updateAccount(
  scope: OwnerScope,
  db: Knex,
  id: string,
  change: AccountChange,
): Promise<Account | undefined> {
  const [row] = await db(TABLE)
    .where({ id })
    .andWhere(ownedBy(scope))
    .update({ ...toColumns(change), updated_at: db.fn.now() })
    .returning(db.raw(READ));
  return row as Account | undefined;
}

/**
 * Stores the result of trying a connection, unless the connection was changed meanwhile: the result then belongs to a role that the account
 * no longer has.
 */
export async function noteConnection(db: Knex, account: Account, status: AccountStatus): Promise<void> {
  await db(TABLE)
    .where({ id: account.id, external_id: account.externalId, own_credentials: account.ownCredentials })
    .andWhereRaw('role_arn is not distinct from ?', [account.roleArn])
    .update({ status });
}

/** Removes a scope's account with all its data. False when there was none. */
export async function deleteAccount(scope: OwnerScope, db: Knex, id: string): Promise<boolean> {
  return (await db(TABLE).where({ id }).andWhere(ownedBy(scope)).delete()) > 0;
}

function toColumns(values: Partial<Account>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [COLUMNS[name as keyof typeof COLUMNS], value]),
  );
}
