import type { Knex } from '@tripline/service';
import { v7 as uuidv7 } from 'uuid';

/** A person at an outside provider. */
export interface Identity {
  issuer: string;
  subject: string;
}

/** Locks an identity, so that no other transaction makes or changes it until this one ends. */
export async function lockIdentity(trx: Knex.Transaction, { issuer, subject }: Identity): Promise<void> {
  await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`identity ${issuer} ${subject}`]);
}

/**
 * Makes a user for an identity; returns the user's id. Without a verified address the user gets one under `.invalid`, to which no mail can
 * go (RFC 2606), marked as not verified.
 */
export async function insertIdentity(
  trx: Knex,
  { issuer, subject }: Identity,
  verifiedEmail: string | undefined,
): Promise<string> {
  const id = uuidv7();
  const email = verifiedEmail ?? `${id}@unknown.invalid`;
  await trx('auth.users').insert({ id, email, email_verified: verifiedEmail !== undefined });
  await trx('auth.identities').insert({ issuer, subject, user_id: id });
  return id;
}

/** Stores that the claims of a token issued at this moment were taken over. */
export async function setClaimsAt(trx: Knex, { issuer, subject }: Identity, claimsAt: Date): Promise<void> {
  await trx('auth.identities').where({ issuer, subject }).update({ claims_at: claimsAt });
}
