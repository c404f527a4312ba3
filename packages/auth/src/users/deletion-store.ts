import { createHash } from 'node:crypto';
import type { Knex } from '@tripline/service';

/** Deleting the data of somebody with a hundred thousand rules takes longer than other requests may. */
const DELETE_MS = 600_000;

/**
 * Deletes an account with all its data in every schema, by foreign keys and triggers of the services' migrations. Leaves a mark by which
 * processes learn of it. The caller has checked that the user owns no team.
 * @returns false when there is no such account any more
 */
export async function deleteUser(scope: { userId: string }, trx: Knex.Transaction): Promise<boolean> {
  const { userId } = scope;
  await trx.raw(`set local statement_timeout = ${DELETE_MS}`);
  const user = await trx('auth.users')
    .where({ id: userId })
    .forUpdate()
    .first<{ email: string; password_hash: string | null } | undefined>('email', 'password_hash');
  if (user === undefined) return false;
  const identities = await trx('auth.identities')
    .where({ user_id: userId })
    .select<{ issuer: string; subject: string }[]>('issuer', 'subject');
  for (const identity of identities) {
    const row = { identity_hash: hashOf(identity), deleted_at: trx.raw('clock_timestamp()') };
    await trx('auth.deleted_identities').insert(row).onConflict('identity_hash').merge();
  }
  // The same address may also belong to an account with a password here, whose mails these are.
  if (user.password_hash !== null) {
    await trx('auth.outbox').where({ email: user.email }).whereNull('invitation_id').delete();
  }
  await trx('auth.deleted_users').insert({ id: userId, email: user.email });
  await trx('auth.users')
    .where({ id: userId })
    .delete()
    .options({ query_timeout: DELETE_MS + 5_000 });
  return true;
}

/** Whether a token of this identity, issued at a moment (in seconds since 1970), belongs to an account that was deleted since. */
export async function isOfDeletedAccount(
  trx: Knex,
  identity: { issuer: string; subject: string },
  issuedAt: number,
): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: unknown[] }>(
    'select 1 from auth.deleted_identities where identity_hash = ? and deleted_at >= to_timestamp(?)',
    [hashOf(identity), issuedAt],
  );
  return rows.length > 0;
}

const hashOf = ({ issuer, subject }: { issuer: string; subject: string }): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest();
