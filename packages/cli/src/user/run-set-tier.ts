import { isTier, setTierByEmail, TIERS } from '@tripline/auth';
import { UsageError } from '../exit.js';
import { readUntil } from './read-until.js';
import { withDatabase } from './with-database.js';

/**
 * Sets the tier of the account with an e-mail address, with or without an end date.
 * @returns the exit code
 * @throws UsageError for an unknown tier, an invalid or past date, or bad settings
 */
export async function runSetTier(email: string, tier: string, until: string | undefined): Promise<number> {
  if (!isTier(tier)) throw new UsageError(`there is no tier "${tier}"; there are ${TIERS.join(', ')}`);
  const expiresAt = until === undefined ? null : readUntil(until, new Date());
  return withDatabase('the tier could not be set', async (db) => {
    const account = await setTierByEmail(db, email, tier, { expiresAt });
    const lent = account.tier === account.ownTier ? '' : `; their team lends them ${account.tier}`;
    const end = expiresAt === null ? '' : ` until ${expiresAt.toISOString()}`;
    return `${account.email ?? email}: ${account.ownTier}${end}${lent}`;
  });
}
