import type { Knex } from '@tripline/service';
import type { KeyGrant } from '../key-grants/key-grant.js';
import { effectiveTier, type Tier } from '../tiers/tier.js';
import type { Account, TeamRole } from './caller.js';

/** An account as read, with the moment at which the next of its subscriptions ends. */
export interface AccountState {
  account: Account;
  changesAt: Date | undefined;
}

/** The account of somebody at an outside provider, with the issue time of the newest claims taken over. */
export interface IdentityState extends AccountState {
  claimsAt: Date | undefined;
}

/** Which sessions are valid: those of accounts with a password here, and those begun by a sign-in at this issuer. */
export interface SessionSources {
  builtin: boolean;
  issuer: string | undefined;
}

/** SQL condition for a token family `f` of one of the {@link SessionSources}; takes `builtin` and `issuer`. */
export const OF_SESSION_SOURCES =
  'case when f.issuer is null then ?::boolean else coalesce(f.issuer = ?::text, false) end';

/** Columns and joins that give an account from `auth.users u`; a lapsed subscription counts as none. */
const ACCOUNT_COLUMNS = `
  u.id as user_id, u.email, u.email_verified, s.tier as own_tier, t.id as team_id, m.role as team_role,
  a.user_id is not null as is_service_account,
  os.tier as owner_tier, least(s.expires_at, os.expires_at) as changes_at,
  case when t.requires_second_factor is not true or a.user_id is not null then null when u.password_hash is null then 'identity'
       when not exists (select 1 from auth.totp_factors app where app.user_id = u.id and app.confirmed_at is not null)
        and not exists (select 1 from auth.passkeys p where p.user_id = u.id)
       then 'account' end as second_factor_missing`;
const ACCOUNT_JOINS = `
  left join auth.subscriptions s on s.user_id = u.id and (s.expires_at is null or s.expires_at > now())
  left join auth.memberships m on m.user_id = u.id
  left join auth.service_accounts a on a.user_id = u.id
  left join auth.teams t on t.id = coalesce(m.team_id, a.team_id)
  left join auth.subscriptions os on os.user_id = t.owner_id and (os.expires_at is null or os.expires_at > now())`;

/** A row of {@link ACCOUNT_COLUMNS}. */
interface AccountRow {
  user_id: string;
  email: string;
  email_verified: boolean;
  own_tier: Tier | null;
  team_id: string | null;
  team_role: TeamRole | null;
  is_service_account: boolean;
  owner_tier: Tier | null;
  changes_at: Date | null;
  second_factor_missing: 'account' | 'identity' | null;
}

/** The account a row describes. */
function toAccountState(row: AccountRow): AccountState {
  const ownTier = row.own_tier ?? 'free';
  return {
    account: {
      userId: row.user_id,
      email: row.email,
      emailVerified: row.email_verified,
      ownTier,
      tier: effectiveTier(ownTier, row.owner_tier ?? undefined),
      ...(row.team_id === null ? {} : { teamId: row.team_id, teamTier: row.owner_tier ?? 'free' }),
      ...(row.team_role === null ? {} : { teamRole: row.team_role }),
      ...(row.second_factor_missing === null ? {} : { secondFactorMissing: row.second_factor_missing }),
      ...(row.is_service_account ? { isServiceAccount: true } : {}),
    },
    changesAt: row.changes_at ?? undefined,
  };
}

/** A user's account, or undefined when there is no such user. */
export async function findAccount(db: Knex, userId: string): Promise<Account | undefined> {
  const { rows } = await db.raw<{ rows: AccountRow[] }>(
    `select ${ACCOUNT_COLUMNS} from auth.users u ${ACCOUNT_JOINS} where u.id = ?`,
    [userId],
  );
  return rows[0] === undefined ? undefined : toAccountState(rows[0]).account;
}

/** The account behind a session of our own, or undefined when the user or the session has ended. */
export async function findSessionAccount(
  db: Knex,
  userId: string,
  sessionId: string,
  sources: SessionSources,
): Promise<AccountState | undefined> {
  const { rows } = await db.raw<{ rows: AccountRow[] }>(
    `select ${ACCOUNT_COLUMNS} from auth.users u
     join auth.token_families f on f.user_id = u.id and f.id = ? and f.revoked_at is null
       and (f.ends_at is null or f.ends_at > now()) and ${OF_SESSION_SOURCES}
     ${ACCOUNT_JOINS} where u.id = ?`,
    [sessionId, sources.builtin, sources.issuer ?? null, userId],
  );
  return rows[0] === undefined ? undefined : toAccountState(rows[0]);
}

/** The account of somebody at an outside provider, or undefined when they were never seen. */
export async function findIdentityAccount(
  db: Knex,
  identity: { issuer: string; subject: string },
): Promise<IdentityState | undefined> {
  const { rows } = await db.raw<{ rows: (AccountRow & { claims_at: Date | null })[] }>(
    `select i.claims_at, ${ACCOUNT_COLUMNS} from auth.identities i
     join auth.users u on u.id = i.user_id ${ACCOUNT_JOINS} where i.issuer = ? and i.subject = ?`,
    [identity.issuer, identity.subject],
  );
  const row = rows[0];
  return row === undefined ? undefined : { ...toAccountState(row), claimsAt: row.claims_at ?? undefined };
}

/** A key with the account it acts for. */
export interface KeyState extends AccountState, KeyGrant {
  keyId: string;
  keyHash: Buffer;
}

/** The account that owns a key, with what the key is good for; undefined for unknown and revoked ones. One that has expired is told apart. */
export async function findKeyAccount(db: Knex, prefix: string): Promise<KeyState | undefined> {
  const { rows } = await db.raw<{ rows: (AccountRow & Pick<KeyState, 'keyId' | 'keyHash' | keyof KeyGrant>)[] }>(
    `select k.id as "keyId", k.key_hash as "keyHash", k.expires_at as "expiresAt", k.scopes, k.allowed_ips as "allowedIps",
            ${ACCOUNT_COLUMNS}
     from auth.api_keys k
     join auth.users u on u.id = k.user_id ${ACCOUNT_JOINS} where k.prefix = ? and k.revoked_at is null`,
    [prefix],
  );
  const row = rows[0];
  if (row === undefined) return undefined;
  const { allowedIps, expiresAt, keyHash, keyId, scopes } = row;
  return { ...toAccountState(row), keyId, keyHash, expiresAt, scopes, allowedIps };
}

/**
 * Marks that these users' access has changed, in the transaction of the change. Every process then drops what it cached of them within a
 * second.
 */
export async function markAccessChanged(trx: Knex, userIds: readonly string[]): Promise<void> {
  // In one order, so that two changes to a team cannot wait for each other's rows.
  await trx.raw(
    `update auth.users u set access_changed_at = clock_timestamp()
     from (select id from auth.users where id = any(?::uuid[]) order by id for no key update) changed where u.id = changed.id`,
    [[...userIds]],
  );
}
