import type { Knex } from '@tripline/service';
import { findAccount } from '../callers/account-store.js';
import type { Account } from '../callers/caller.js';
import { deleteFactors } from '../factors/factor-store.js';
import type { Tier } from '../tiers/tier.js';
import { hashPassword } from '../users/passwords.js';
import { setTier } from '../users/subscription-service.js';
import { findBuiltinUser, insertBuiltinUser, normaliseEmail, setVerifiedPassword } from '../users/user-store.js';

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
