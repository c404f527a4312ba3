import { type Knex, NotFoundError } from '@tripline/service';
import { type Actor, ADMIN, appendAudit } from '../audit/audit-log.js';
import { findAccount, markAccessChanged } from '../callers/account-store.js';
import type { Account } from '../callers/caller.js';
import type { Tier } from '../tiers/tier.js';
import { findBuiltinUser, findTierDependants, normaliseEmail, upsertSubscription } from './user-store.js';

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
