import type { Knex } from '@tripline/service';
import { v7 as uuidv7 } from 'uuid';

/** A passkey as its user sees it. */
export interface ListedPasskey {
  id: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** What an authenticator gave when the passkey was made. */
export interface NewPasskey {
  credentialId: string;
  publicKey: Uint8Array;
  counter: number;
  transports: readonly string[];
}

/** A passkey with what its signatures are checked by. */
export interface StoredPasskey {
  credentialId: string;
  userId: string;
  publicKey: Buffer;
  counter: number;
}

/** A user's passkeys, the oldest first. */
export async function listPasskeys(scope: { userId: string }, db: Knex): Promise<ListedPasskey[]> {
  return db('auth.passkeys')
    .where({ user_id: scope.userId })
    .orderBy('id')
    .select<ListedPasskey[]>({ id: 'id', name: 'name', createdAt: 'created_at', lastUsedAt: 'last_used_at' });
}

/** The ids by which authenticators know a user's passkeys, with how they are reached. */
export async function listCredentials(
  scope: { userId: string },
  db: Knex,
): Promise<{ id: string; transports: string[] }[]> {
  return db('auth.passkeys')
    .where({ user_id: scope.userId })
    .orderBy('id')
    .select<{ id: string; transports: string[] }[]>({ id: 'credential_id', transports: 'transports' });
}

/** The passkey of an authenticator's id, whosever it is: a sign-in without a password names nobody else. */
export async function findPasskey(db: Knex, credentialId: string): Promise<StoredPasskey | undefined> {
  const row = await db('auth.passkeys')
    .where({ credential_id: credentialId })
    .first<(Omit<StoredPasskey, 'counter'> & { counter: string }) | undefined>({
      credentialId: 'credential_id',
      userId: 'user_id',
      publicKey: 'public_key',
      counter: 'counter',
    });
  return row && { ...row, counter: Number(row.counter) };
}

/**
 * Adds a passkey, unless the user has `most` of them or somebody has this one. Two at the same moment wait for each other.
 * @returns it, or why it was not added
 */
export async function insertPasskey(
  scope: { userId: string },
  trx: Knex.Transaction,
  { counter, credentialId, name, publicKey, transports }: NewPasskey & { name: string },
  most: number,
): Promise<ListedPasskey | 'too many' | 'known'> {
  await trx('auth.users').where({ id: scope.userId }).forUpdate().select('id');
  if ((await listPasskeys(scope, trx)).length >= most) return 'too many';
  const { rows } = await trx.raw<{ rows: ListedPasskey[] }>(
    `insert into auth.passkeys (id, user_id, credential_id, name, public_key, counter, transports)
     values (?, ?, ?, ?, ?, ?, ?) on conflict (credential_id) do nothing
     returning id, name, created_at as "createdAt", last_used_at as "lastUsedAt"`,
    [uuidv7(), scope.userId, credentialId, name, Buffer.from(publicKey), counter, [...transports]],
  );
  return rows[0] ?? 'known';
}

/** Notes a use with the authenticator's new count; false when it has not grown since, or the passkey is gone. */
export async function notePasskeyUse(trx: Knex, credentialId: string, counter: number): Promise<boolean> {
  const used = await trx('auth.passkeys')
    .where({ credential_id: credentialId })
    // An authenticator that does not count says 0 each time.
    .whereRaw('(counter < ? or (counter = 0 and ? = 0))', [counter, counter])
    .update({ counter, last_used_at: trx.fn.now() });
  return used > 0;
}

/** Takes one passkey away; false when the user has none of that id. */
export async function deletePasskey(scope: { userId: string }, trx: Knex, id: string): Promise<boolean> {
  const gone = await trx('auth.passkeys').where({ id, user_id: scope.userId }).delete();
  return gone > 0;
}

/** Takes all of a user's passkeys away. */
export async function deletePasskeys(scope: { userId: string }, trx: Knex): Promise<void> {
  await trx('auth.passkeys').where({ user_id: scope.userId }).delete();
}
