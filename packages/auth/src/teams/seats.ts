import type { Knex } from '@tripline/service';
import type { AuthConfig } from '../config.js';
import type { Tier } from '../tiers/tier.js';

/** The settings that say how large teams may be. */
export type SeatConfig = Pick<AuthConfig, 'LIMIT_SEATS_TEAM' | 'LIMIT_SEATS_ENTERPRISE'>;

/** Seats of a team whose owner has this tier; 0 for tiers without teams. */
export function seatLimit(config: SeatConfig, ownerTier: Tier): number {
  if (ownerTier === 'enterprise') return config.LIMIT_SEATS_ENTERPRISE;
  return ownerTier === 'team' ? config.LIMIT_SEATS_TEAM : 0;
}

/** How many seats are taken; exact for whoever holds the team's lock (`lockTeam`). */
export async function countSeats(db: Knex, teamId: string): Promise<{ members: number; pending: number }> {
  const { rows } = await db.raw<{ rows: { members: number; pending: number }[] }>(
    `select (select count(*)::int from auth.memberships where team_id = :teamId) as members,
            (select count(*)::int from auth.invitations
             where team_id = :teamId and status = 'pending' and expires_at > clock_timestamp()) as pending`,
    { teamId },
  );
  return rows[0] ?? { members: 0, pending: 0 };
}
