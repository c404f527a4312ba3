import type { Knex } from '@tripline/service';
import { findAccount } from '../callers/account-store.js';
import type { Account } from '../callers/caller.js';
import { effectiveTier, type Tier } from '../tiers/tier.js';
import { findTeam } from './team-store.js';

/**
 * The current tier of a stored thing's owner, for work without a caller: for a team's thing what the team lends, for a user's their
 * effective tier. `free` once the subscription has run out.
 */
export async function findOwnerTier(
  db: Knex,
  { createdBy, teamId }: { readonly createdBy: string; readonly teamId: string | null },
): Promise<Tier> {
  if (teamId === null) return (await findAccount(db, createdBy))?.tier ?? 'free';
  return effectiveTier('free', (await findTeam(db, teamId))?.ownerTier);
}

/**
 * The tier whose bounds apply to a caller's thing: for a team's thing what their team lends; otherwise, or while the team lends nothing,
 * the caller's own.
 */
export function ownerTier({ teamTier, tier }: Account, teamId: string | null): Tier {
  const lent = teamId === null ? 'free' : effectiveTier('free', teamTier);
  return lent === 'free' ? tier : lent;
}
