import { type Knex, NotFoundError } from '@tripline/service';
import { type Actor, ADMIN, appendAudit } from '../audit/audit-log.js';
import { findAccount, markAccessChanged } from '../callers/account-store.js';
import type { Account } from '../callers/caller.js';
import { deleteFactors } from '../factors/factor-store.js';
import type { Tier } from '../tiers/tier.js';
import { hashPassword } from './passwords.js';
import {
  findBuiltinUser,
  findTierDependants,
  insertBuiltinUser,
  normaliseEmail,
  setVerifiedPassword,
  upsertSubscription,
} from './user-store.js';

/** Options of setting a tier: `expiresAt` is the subscription's end; null or nothing means none. */
export interface TierOptions {
  expiresAt?: Date | null;
  actor?: Actor;
}

/**
 * Sets a user's own tier, effective everywhere within a second, for them and the team they own; audited.
 * @throws NotFoundError when there is no such user
 */
export async function setTier(db: Knex, userId: string, tier: Tier, options: TierOptions = {}): Promise<Account> {
  const expiresAt = options.expiresAt ?? null;
  return db.transaction(async (trx) => {
    const before = await findAccount(trx, userId);
    if (before === undefined || before.isServiceAccount) throw new NotFoundError(`There is no user ${userId}.`);
    await upsertSubscription(trx, userId, tier, expiresAt);
    await markAccessChanged(trx, await findTierDependants(trx, userId));
    await appendAudit(trx, {
      action: 'user.tier_changed',
      actor: { ...ADMIN, teamId: before.teamId, ...options.actor },
      target: { type: 'user', id: userId },
      details: { from: before.ownTier, to: tier, ...(expiresAt === null ? {} : { expiresAt }) },
    });
    return (await findAccount(trx, userId)) ?? before;
  });
}

/** {@link setTier} for the command line, by the address of an account with a password. @throws NotFoundError */
export async function setTierByEmail(db: Knex, email: string, tier: Tier, options: TierOptions = {}): Promise<Account> {
  const user = await findBuiltinUser(db, normaliseEmail(email));
  if (user === undefined) throw new NotFoundError(`There is no account with the e-mail address ${email}.`);
  return setTier(db, user.id, tier, options);
}

/**
 * Makes a verified account with a tier, or brings an existing one to this password and tier: for the operator's own
 * machine (`npm start`) and command line, never behind a public path. Its second factors go: `npm start` signs in with the password alone.
 */
export async function createLocalUser(
  db: Knex,
  user: { email: string; password: string; tier: Tier },
): Promise<Account> {
  const email = normaliseEmail(user.email);
  const passwordHash = await hashPassword(user.password);
  const present = await findBuiltinUser(db, email);
  const made = present?.id ?? (await insertBuiltinUser(db, { email, passwordHash, emailVerified: true }));
  const userId = made ?? (await findBuiltinUser(db, email))?.id;
  if (userId === undefined) throw new Error(`The account ${email} was removed while it was being made.`);
  await setVerifiedPassword(db, userId, passwordHash);
  await db.transaction((trx) => deleteFactors({ userId }, trx));
  const account = await findAccount(db, userId);
  // A second start changes nothing, so it records nothing.
  return account?.ownTier === user.tier ? account : setTier(db, userId, user.tier);
}
