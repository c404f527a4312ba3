import type { Knex } from '@tripline/service';
import { v7 as uuidv7 } from 'uuid';
import type { Tier } from '../tiers/tier.js';
import { dropOneTimeTokens } from './one-time-token-store.js';

/** An account with a password here. */
export interface BuiltinUser {
  id: string;
  email: string;
  emailVerified: boolean;
  passwordHash: string;
}

/** A user's own view of their profile. */
export interface Profile {
  name: string | null;
  createdAt: Date;
  team: { id: string; name: string } | null;
}

/** The normal form of an address: trimmed and in lower case. */
export const normaliseEmail = (email: string): string => email.trim().toLowerCase();

const COLUMNS = { id: 'id', email: 'email', emailVerified: 'email_verified', passwordHash: 'password_hash' };

/** The account with a password for an address. */
export function findBuiltinUser(db: Knex, email: string): Promise<BuiltinUser | undefined> {
  return db('auth.users').first<BuiltinUser | undefined>(COLUMNS).where({ email }).whereNotNull('password_hash');
}

/** The account with a password for an address, locked until the transaction ends. */
export function holdBuiltinUser(trx: Knex.Transaction, email: string): Promise<BuiltinUser | undefined> {
  return trx('auth.users')
    .first<BuiltinUser | undefined>(COLUMNS)
    .where({ email })
    .whereNotNull('password_hash')
    .forShare();
}

/** The account with a password behind a user id. */
export function findBuiltinUserById(db: Knex, userId: string): Promise<BuiltinUser | undefined> {
  return db('auth.users').first<BuiltinUser | undefined>(COLUMNS).where({ id: userId }).whereNotNull('password_hash');
}

/** What a user and their team are called, for judging the user's passwords. */
export async function namesAround(db: Knex, userId: string): Promise<string[]> {
  const row = await db('auth.users as u')
    .leftJoin('auth.memberships as m', 'm.user_id', 'u.id')
    .leftJoin('auth.teams as t', 't.id', 'm.team_id')
    .where('u.id', userId)
    .first<{ user: string | null; team: string | null } | undefined>({ user: 'u.name', team: 't.name' });
  return [row?.user, row?.team].filter((name) => name != null);
}

/** Inserts an account; returns its id, or undefined when the address already has one. */
export async function insertBuiltinUser(
  trx: Knex,
  user: { email: string; passwordHash: string; emailVerified: boolean },
): Promise<string | undefined> {
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `insert into auth.users (id, email, password_hash, email_verified) values (?, ?, ?, ?)
     on conflict (email) where password_hash is not null do nothing returning id`,
    [uuidv7(), user.email, user.passwordHash, user.emailVerified],
  );
  return rows[0]?.id;
}

/** Sets a user's password, and marks the address verified, since the user has shown to read its mail. Their sign-in links end, as those of {@link setPassword}. */
export async function setVerifiedPassword(trx: Knex, userId: string, passwordHash: string): Promise<void> {
  await dropOneTimeTokens(trx, userId, 'sign-in');
  await trx('auth.users').where({ id: userId }).update({ password_hash: passwordHash, email_verified: true });
}

/** Sets the address that a user's identity provider has verified. */
export async function setVerifiedEmail(trx: Knex, userId: string, email: string): Promise<void> {
  await trx('auth.users').where({ id: userId }).update({ email, email_verified: true });
}

/** Replaces a user's password. Links that would sign them in without it end: whoever changes it wants nobody else in. */
export async function setPassword(trx: Knex, userId: string, passwordHash: string): Promise<void> {
  await dropOneTimeTokens(trx, userId, 'sign-in');
  await trx('auth.users').where({ id: userId }).update({ password_hash: passwordHash });
}

/** Writes a user's subscription. `expiresAt` null means without end. */
export async function upsertSubscription(trx: Knex, userId: string, tier: Tier, expiresAt: Date | null): Promise<void> {
  await trx('auth.subscriptions')
    .insert({ user_id: userId, tier, expires_at: expiresAt })
    .onConflict('user_id')
    .merge({ tier, expires_at: expiresAt, updated_at: trx.fn.now() });
}

/** A user with everyone in the team they own, service accounts included, since their effective tiers depend on this user's subscription. */
export async function findTierDependants(trx: Knex, userId: string): Promise<string[]> {
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `select m.user_id as id from auth.memberships m join auth.teams t on t.id = m.team_id where t.owner_id = :userId
     union all
     select a.user_id from auth.service_accounts a join auth.teams t on t.id = a.team_id where t.owner_id = :userId`,
    { userId },
  );
  return [userId, ...rows.map((row) => row.id)];
}

/** What a user sees of themselves besides the account. */
export async function findProfile(db: Knex, scope: { userId: string }): Promise<Profile | undefined> {
  const { rows } = await db.raw<{
    rows: { name: string | null; created_at: Date; team_id: string | null; team_name: string | null }[];
  }>(
    `select u.name, u.created_at, t.id as team_id, t.name as team_name from auth.users u
     left join auth.memberships m on m.user_id = u.id left join auth.teams t on t.id = m.team_id where u.id = ?`,
    [scope.userId],
  );
  const row = rows[0];
  if (row === undefined) return undefined;
  const team = row.team_id === null ? null : { id: row.team_id, name: row.team_name ?? '' };
  return { name: row.name, createdAt: row.created_at, team };
}

/** Sets a user's display name; null clears it. */
export async function setName(db: Knex, scope: { userId: string }, name: string | null): Promise<void> {
  await db('auth.users').where({ id: scope.userId }).update({ name });
}

/** The e-mail addresses of users by id, to show who made a thing; deleted users are left out. */
export async function findEmails(db: Knex, userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await db('auth.users').select<{ id: string; email: string }[]>('id', 'email').whereIn('id', userIds);
  return new Map(rows.map(({ id, email }) => [id, email]));
}
