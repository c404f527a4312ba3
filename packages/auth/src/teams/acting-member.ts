import { ForbiddenError, type Knex } from '@tripline/service';
import type { Account, TeamRole } from '../callers/caller.js';
import { tierLimits } from '../tiers/tier.js';
import type { Team } from './team-model.js';
import { findMember, findTeamOf, lockTeam, lockTeamAlone } from './team-store.js';

/** The message for somebody who is in no team. */
export const NO_TEAM = 'You are in no team.';
/** The message for members while their team's subscription has run out. */
export const TEAM_LAPSED =
  "The subscription of your team's owner has run out. The team works again when it is renewed, or when the owner transfers the team to a member whose own subscription has enough seats.";

/** The error that names the required roles. */
export const refuseRole = (role: TeamRole, roles: readonly TeamRole[]): ForbiddenError =>
  new ForbiddenError(`This is for the team's ${roles.join(' and ')}; your role is "${role}".`);

/**
 * The caller's team, locked until the transaction ends, with the caller's current role in it; the middleware's knowledge may be a second
 * old.
 * @throws ForbiddenError when they are not in it any more, their role is not among `roles`, or the team's subscription has run out
 */
export async function lockOwnTeam(
  trx: Knex.Transaction,
  caller: Account,
  roles: readonly TeamRole[],
): Promise<{ team: Team; role: TeamRole }> {
  const { team, role } = await lockTeamAndRole(trx, caller);
  if (!tierLimits(team.ownerTier).features.includes('teams')) throw new ForbiddenError(TEAM_LAPSED);
  if (!roles.includes(role)) throw refuseRole(role, roles);
  return { team, role };
}

/**
 * {@link lockOwnTeam} for the owner only, also of a team whose subscription has run out.
 * @throws ForbiddenError when the caller does not own it now
 */
export async function lockTeamOfOwner(trx: Knex.Transaction, caller: Account): Promise<Team> {
  const { team, role } = await lockTeamAndRole(trx, caller);
  if (role !== 'owner') throw refuseRole(role, ['owner']);
  return team;
}

/** @throws ForbiddenError for somebody who is a member of no team at this moment, also where the process does not know yet */
export async function requireMember(db: Knex, userId: string): Promise<void> {
  if ((await findTeamOf(db, userId)) === undefined) throw new ForbiddenError(NO_TEAM);
}

/**
 * The team that a user is in at this moment, claimed until the transaction ends: nobody else gives it a row meanwhile. What is moved into it so meets
 * whatever it has, and no bound is passed by two at once.
 * @throws ForbiddenError when they are in none, or its subscription has run out
 */
export async function claimTeam(trx: Knex.Transaction, userId: string): Promise<Team> {
  const teamId = await findTeamOf(trx, userId);
  const team = teamId === undefined ? undefined : await lockTeamAlone(trx, teamId);
  // Whoever left while this waited is in it no more.
  if (team === undefined || (await findMember(trx, team.id, userId)) === undefined) throw new ForbiddenError(NO_TEAM);
  if (!tierLimits(team.ownerTier).features.includes('teams')) throw new ForbiddenError(TEAM_LAPSED);
  return team;
}

async function lockTeamAndRole(trx: Knex.Transaction, caller: Account): Promise<{ team: Team; role: TeamRole }> {
  const team = caller.teamId === undefined ? undefined : await lockTeam(trx, caller.teamId);
  const member = team === undefined ? undefined : await findMember(trx, team.id, caller.userId);
  if (team === undefined || member === undefined) throw new ForbiddenError(NO_TEAM);
  return { team, role: member.role };
}
