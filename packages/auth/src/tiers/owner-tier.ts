import type { Knex } from '@tripline/service';
import { findAccount } from '../callers/account-store.js';
import type { Account } from '../callers/caller.js';
import { findTeam } from '../teams/team-store.js';
import { effectiveTier, type Tier } from './tier.js';

/**
 * The tier that stands behind a stored thing now, for work nobody is there to ask for: of a team's thing what the team lends, of anybody
 * else's their effective tier. `free` once the subscription has run out.
 */
export async function findOwnerTier(
  db: Knex,
  { createdBy, teamId }: { readonly createdBy: string; readonly teamId: string | null },
): Promise<Tier> {
  if (teamId === null) return (await findAccount(db, createdBy))?.tier ?? 'free';
  return effectiveTier('free', (await findTeam(db, teamId))?.ownerTier);
}

/**
 * The tier whose bounds hold for a caller's thing: what their team lends, when it is the team's; otherwise, or while the team lends nothing, the
 * caller's own.
 */
export function ownerTier({ teamTier, tier }: Account, teamId: string | null): Tier {
  const lent = teamId === null ? 'free' : effectiveTier('free', teamTier);
  return lent === 'free' ? tier : lent;
}
