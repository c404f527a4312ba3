import { ConflictError, type Knex, NotFoundError } from '@tripline/service';
import { type Actor, appendAudit } from '../audit/audit-log.js';
import type { AccessChanges } from '../callers/access-changes.js';
import { findAccount, markAccessChanged } from '../callers/account-store.js';
import type { Account } from '../callers/caller.js';
import type { AuthConfig } from '../config.js';
import { lacksFactorOfTeam } from '../factors/required-factor.js';
import { lockOwnTeam, lockTeamOfOwner } from './acting-member.js';
import { listInvitations } from './invitation-store.js';
import { makeTeam } from './make-team.js';
import { countSeats, type SeatConfig, seatLimit } from './seats.js';
import { endServiceAccounts, listServiceAccountIds } from './service-accounts/service-account-store.js';
import { TEAM_ROLES, type Team, type TeamChange, type TeamView } from './team-model.js';
import {
  deleteTeam,
  findMember,
  findTeam,
  listMembers,
  setOwner,
  setSecondFactorRequired,
  setTeamName,
} from './team-store.js';

/** Makes, shows, renames and ends teams, and hands them over. Every change is recorded in its own transaction. */
export interface TeamService {
  /** Makes a team that the caller owns. @throws ConflictError when they are in one already */
  create(caller: Account, name: string, actor: Actor): Promise<TeamView>;
  /** The caller's team. @throws NotFoundError when they are in none */
  view(caller: Account): Promise<TeamView>;
  /**
   * Renames the team, for owner and admins, and says whether its members must have a second factor, for the owner.
   * @throws ForbiddenError, ConflictError when an owner without a second factor requires one
   */
  change(caller: Account, change: TeamChange, actor: Actor): Promise<TeamView>;
  /**
   * Ends the team, for its owner, also once their subscription has run out: the tier it lent is gone at once, its rules and accounts go back to
   * their makers. @throws ForbiddenError
   */
  end(caller: Account, actor: Actor): Promise<void>;
  /**
   * Hands the team over, for its owner, who stays as an admin; also once their subscription has run out.
   * @throws NotFoundError when the new owner is no member, ConflictError when their own subscription does not carry the team
   */
  transfer(caller: Account, userId: string, actor: Actor): Promise<TeamView>;
}

interface Dependencies {
  db: Knex;
  changes: AccessChanges;
  config: SeatConfig & Pick<AuthConfig, 'AUTH_TRUST_SECOND_FACTOR'>;
}

/** Builds the service. */
export function createTeamService({ db, changes, config }: Dependencies): TeamService {
  const noteAll = (userIds: readonly string[]): void => {
    for (const userId of userIds) changes.note(userId);
  };

  return {
    async create(caller, name, actor) {
      const made = await db.transaction(async (trx) => {
        const id = await makeTeam(trx, { name, ownerId: caller.userId, actor });
        if (id === undefined)
          throw new ConflictError('You are in a team already; leave it, or end it, to make another.');
        return viewOf(trx, config, id, caller.userId);
      });
      changes.note(caller.userId);
      return made;
    },
    async view(caller) {
      return viewOf(db, config, caller.teamId ?? caller.userId, caller.userId);
    },
    async change(caller, { name, requireSecondFactor }, actor) {
      const { affected, after } = await db.transaction(async (trx) => {
        const { team } = await lockOwnTeam(
          trx,
          caller,
          requireSecondFactor === undefined ? ['owner', 'admin'] : ['owner'],
        );
        if (name !== undefined && name !== team.name) await rename(trx, team, name, actor);
        const isNews = requireSecondFactor !== undefined && requireSecondFactor !== team.requiresSecondFactor;
        if (isNews) await requireFactor(trx, config, team, requireSecondFactor, actor);
        const affected = isNews ? await allOf(trx, team.id) : [];
        await markAccessChanged(trx, affected);
        return { affected, after: await viewOf(trx, config, team.id, caller.userId) };
      });
      noteAll(affected);
      return after;
    },
    async end(caller, actor) {
      const former = await db.transaction(async (trx) => {
        const team = await lockTeamOfOwner(trx, caller);
        const { members } = await countSeats(trx, team.id);
        const everybody = await allOf(trx, team.id);
        await endServiceAccounts(trx, { teamId: team.id });
        await deleteTeam(trx, team.id);
        const details = { name: team.name, members };
        await appendAudit(trx, { action: 'team.deleted', actor, target: { type: 'team', id: team.id }, details });
        await markAccessChanged(trx, everybody);
        return everybody;
      });
      noteAll(former);
    },
    async transfer(caller, userId, actor) {
      const { everybody, after } = await db.transaction((trx) => handOver(trx, config, caller, userId, actor));
      noteAll(everybody);
      return after;
    },
  };
}

/** The team as a member sees it. @throws NotFoundError for somebody who is not in it */
async function viewOf(trx: Knex, config: SeatConfig, teamId: string, userId: string): Promise<TeamView> {
  const team = await findTeam(trx, teamId);
  const me = team === undefined ? undefined : await findMember(trx, teamId, userId);
  if (team === undefined || me === undefined) {
    throw new NotFoundError('You are in no team; make one, or accept an invitation.');
  }
  const { id, name, createdAt, ownerTier } = team;
  const seats = await countSeats(trx, id);
  const members = await listMembers(trx, id);
  const invitations = me.role === 'member' ? undefined : await listInvitations(trx, id);
  return {
    id,
    name,
    requireSecondFactor: team.requiresSecondFactor,
    seats: { limit: seatLimit(config, ownerTier), used: seats.members + seats.pending },
    members,
    ...(invitations === undefined ? {} : { invitations }),
    roles: TEAM_ROLES,
    createdAt,
  };
}

/** Whoever acts for the team. */
async function allOf(trx: Knex.Transaction, teamId: string): Promise<string[]> {
  const members = await listMembers(trx, teamId);
  return [...members.map(({ userId }) => userId), ...(await listServiceAccountIds(trx, { teamId }))];
}

async function rename(trx: Knex.Transaction, team: Team, name: string, actor: Actor): Promise<void> {
  await setTeamName(trx, team.id, name);
  const details = { from: team.name, to: name };
  await appendAudit(trx, { action: 'team.renamed', actor, target: { type: 'team', id: team.id }, details });
}

/** Says that members must have a second factor, or need none; the owner must have what they ask of others. */
async function requireFactor(
  trx: Knex.Transaction,
  { AUTH_TRUST_SECOND_FACTOR: trustsProvider }: Dependencies['config'],
  team: Team,
  required: boolean,
  actor: Actor,
): Promise<void> {
  await setSecondFactorRequired(trx, team.id, required);
  const owner = await findAccount(trx, team.ownerId);
  if (lacksFactorOfTeam(owner, trustsProvider)) {
    throw new ConflictError(
      'Add a second factor yourself (a passkey or an authenticator app, below /v1/me/factors) before you require one of others.',
    );
  }
  const details = { required };
  await appendAudit(trx, { action: 'team.second_factor', actor, target: { type: 'team', id: team.id }, details });
}

/** Makes a member the owner. @returns whose access may have changed, and the team as it is then */
async function handOver(
  trx: Knex.Transaction,
  config: Dependencies['config'],
  caller: Account,
  userId: string,
  actor: Actor,
): Promise<{ everybody: readonly string[]; after: TeamView }> {
  const team = await lockTeamOfOwner(trx, caller);
  const next = (await findMember(trx, team.id, userId)) && (await findAccount(trx, userId));
  if (next === undefined) throw new NotFoundError(`The team has no member ${userId}.`);
  if (userId === team.ownerId) throw new ConflictError('You own this team already.');
  const seats = await countSeats(trx, team.id);
  const used = seats.members + seats.pending;
  if (seatLimit(config, next.ownTier) < used) {
    throw new ConflictError(
      `The new owner's own subscription "${next.ownTier}" has no room for a team of ${used} seats.`,
    );
  }
  await setOwner(trx, team, userId);
  const details = { from: team.ownerId, to: userId };
  await appendAudit(trx, { action: 'team.transferred', actor, target: { type: 'team', id: team.id }, details });
  const everybody = await allOf(trx, team.id);
  await markAccessChanged(trx, everybody);
  return { everybody, after: await viewOf(trx, config, team.id, caller.userId) };
}
