import type { Knex } from '@tripline/service';
import type { TeamScope } from '../../callers/owner-scope.js';

/** A team's service account. */
export interface ServiceAccount {
  id: string;
  name: string;
  /** What stands where a person's e-mail address does. Nobody gets mail there. */
  email: string;
  createdAt: Date;
  /** The address of whoever made it; null when they are gone. */
  createdBy: string | null;
  activeKeys: number;
}

const SERVICE_ACCOUNT = `
  select a.user_id as id, a.name, u.email, a.created_at as "createdAt",
         (select m.email from auth.users m where m.id = a.created_by) as "createdBy",
         (select count(*)::int from auth.api_keys k
          where k.user_id = a.user_id and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())) as "activeKeys"
  from auth.service_accounts a join auth.users u on u.id = a.user_id
  where a.team_id = ? and a.deleted_at is null`;

/** The team's service accounts, as they were made. */
export async function listServiceAccounts(db: Knex, scope: TeamScope): Promise<ServiceAccount[]> {
  const { rows } = await db.raw<{ rows: ServiceAccount[] }>(`${SERVICE_ACCOUNT} order by a.created_at, a.user_id`, [
    scope.teamId,
  ]);
  return rows;
}

/** One service account of the team. */
export async function findServiceAccount(db: Knex, scope: TeamScope, id: string): Promise<ServiceAccount | undefined> {
  const { rows } = await db.raw<{ rows: ServiceAccount[] }>(`${SERVICE_ACCOUNT} and a.user_id = ?`, [scope.teamId, id]);
  return rows[0];
}

/** The top-level domain is reserved: no mail server can have it (RFC 6761). */
const addressOf = (name: string, { teamId }: TeamScope): string => `${name}@${teamId}.service-account.invalid`;

/** Inserts a service account of a name that the team has not. */
export async function insertServiceAccount(
  trx: Knex.Transaction,
  scope: TeamScope,
  account: { id: string; name: string; createdBy: string },
): Promise<void> {
  const { createdBy, id, name } = account;
  await trx('auth.users').insert({ id, email: addressOf(name, scope), email_verified: true });
  await trx('auth.service_accounts').insert({ user_id: id, team_id: scope.teamId, name, created_by: createdBy });
}

/** Ends service accounts of the team, all of them or one, and their keys. */
export async function endServiceAccounts(trx: Knex.Transaction, scope: TeamScope, id?: string): Promise<void> {
  await trx.raw(
    `with ended as (
       update auth.service_accounts set deleted_at = now()
       where team_id = :teamId and deleted_at is null and (:id::uuid is null or user_id = :id) returning user_id)
     update auth.api_keys k set revoked_at = now() from ended where k.user_id = ended.user_id and k.revoked_at is null`,
    { teamId: scope.teamId, id: id ?? null },
  );
}

/** The ids of a team's service accounts. */
export async function listServiceAccountIds(db: Knex, scope: TeamScope): Promise<string[]> {
  const rows = await db('auth.service_accounts')
    .select<{ user_id: string }[]>('user_id')
    .where({ team_id: scope.teamId })
    .whereNull('deleted_at');
  return rows.map(({ user_id: id }) => id);
}
