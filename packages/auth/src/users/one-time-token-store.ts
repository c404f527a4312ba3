import type { Knex } from '@tripline/service';
import { createRandomToken, hashToken } from '../secrets/random-token.js';

/** What a one-time token allows. */
export type TokenPurpose = 'verify-email' | 'reset-password' | 'sign-in';

const LIFETIME_MINUTES: Record<TokenPurpose, number> = { 'verify-email': 24 * 60, 'reset-password': 60, 'sign-in': 15 };

/** Makes a token for a user. The text is for a link; only its hash is stored. Expired tokens are deleted on the way. */
export async function issueOneTimeToken(
  db: Knex,
  userId: string,
  purpose: TokenPurpose,
  passwordHash: string | null = null,
): Promise<string> {
  const { token, hash } = createRandomToken();
  await db('auth.one_time_tokens').where({ user_id: userId }).where('expires_at', '<', db.fn.now()).delete();
  await db('auth.one_time_tokens').insert({
    token_hash: hash,
    user_id: userId,
    purpose,
    password_hash: passwordHash,
    expires_at: db.raw('now() + make_interval(mins => ?)', [LIFETIME_MINUTES[purpose]]),
  });
  return token;
}

/**
 * A password was changed while links of its registration are still in mails: from now on they set the new one, not the old one. Links of
 * other registrations of the address keep theirs.
 */
export async function carryPasswordOver(trx: Knex, userId: string, from: string, to: string): Promise<void> {
  await trx('auth.one_time_tokens').where({ user_id: userId, password_hash: from }).update({ password_hash: to });
}

/** Invalidates a user's unused tokens of a purpose. */
export async function dropOneTimeTokens(trx: Knex, userId: string, purpose: TokenPurpose): Promise<void> {
  await trx('auth.one_time_tokens').where({ user_id: userId, purpose }).delete();
}

/** The address of a token's account; undefined when the token is not valid. */
export async function emailOfOneTimeToken(db: Knex, token: string, purpose: TokenPurpose): Promise<string | undefined> {
  const { rows } = await db.raw<{ rows: { email: string }[] }>(
    `select u.email from auth.one_time_tokens t join auth.users u on u.id = t.user_id
     where t.token_hash = ? and t.purpose = ? and t.expires_at > now()`,
    [hashToken(token), purpose],
  );
  return rows[0]?.email;
}

/** Uses a token up, and all others of the same user and purpose; undefined when it is not valid. */
export async function useOneTimeToken(
  trx: Knex,
  token: string,
  purpose: TokenPurpose,
): Promise<{ userId: string; passwordHash: string | null } | undefined> {
  const { rows } = await trx.raw<{ rows: { user_id: string; password_hash: string | null }[] }>(
    `delete from auth.one_time_tokens where token_hash = ? and purpose = ? and expires_at > now()
     returning user_id, password_hash`,
    [hashToken(token), purpose],
  );
  const row = rows[0];
  if (row === undefined) return undefined;
  await dropOneTimeTokens(trx, row.user_id, purpose);
  return { userId: row.user_id, passwordHash: row.password_hash };
}
