import { randomBytes } from 'node:crypto';
import { ConflictError, type Knex } from '@tripline/service';
import { ADMIN, appendAudit } from '../audit/audit-log.js';
import { markAccessChanged } from '../callers/account-store.js';
import type { Tier } from '../tiers/tier.js';
import { hashPassword } from '../users/passwords.js';
import { insertBuiltinUser, normaliseEmail, upsertSubscription } from '../users/user-store.js';
import { createPasswordStrength } from './password-strength.js';

/** The account that an operator makes. */
export interface OperatorUser {
  /** A mail address; the operator vouches for it, so it counts as verified. */
  readonly email: string;
  /** Their password; without it, one is made. */
  readonly password?: string;
  /** Their own tier, without an end. */
  readonly tier: Tier;
}

/**
 * Makes an account, where nobody registers (without SMTP) or for somebody. For the operator's command line. Audited.
 * @returns the account's address, and the password that was made for it: it is stored nowhere, so show it once
 * @throws ConflictError when the address has an account, BadRequestError when the password is easy to guess
 */
export async function createUser(db: Knex, user: OperatorUser): Promise<{ email: string; madePassword?: string }> {
  const email = normaliseEmail(user.email);
  const madePassword = user.password === undefined ? randomBytes(18).toString('base64url') : undefined;
  const password = user.password ?? madePassword ?? '';
  await createPasswordStrength().require(password, email, 'password');
  const passwordHash = await hashPassword(password);
  await db.transaction(async (trx) => {
    const id = await insertBuiltinUser(trx, { email, passwordHash, emailVerified: true });
    if (id === undefined) throw new ConflictError(`There is an account with the e-mail address ${email} already.`);
    if (user.tier !== 'free') await upsertSubscription(trx, id, user.tier, null);
    await markAccessChanged(trx, [id]);
    const target = { type: 'user', id };
    await appendAudit(trx, { action: 'user.created', actor: ADMIN, target, details: { tier: user.tier } });
  });
  return { email, ...(madePassword === undefined ? {} : { madePassword }) };
}
