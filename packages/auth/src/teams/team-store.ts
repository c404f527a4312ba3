import type { Knex } from '@tripline/service';
import type { TeamRole } from '../callers/caller.js';
import type { Tier } from '../tiers/tier.js';
import type { Team, TeamMember } from './team-model.js';

interface TeamRow {
  id: string;
  name: string;
  owner_id: string;
  owner_tier: Tier | null;
  created_at: Date;
  requires_second_factor: boolean;
}

const TEAM = `
  select t.id, t.name, t.owner_id, t.created_at, t.requires_second_factor,
         (select s.tier from auth.subscriptions s
          where s.user_id = t.owner_id and (s.expires_at is null or s.expires_at > clock_timestamp())) as owner_tier
  from auth.teams t where t.id = ?`;

async function readTeam(db: Knex, sql: string, teamId: string): Promise<Team | undefined> {
  const { rows } = await db.raw<{ rows: TeamRow[] }>(sql, [teamId]);
  const row = rows[0];
  if (row === undefined) return undefined;
  const { id, name, owner_id: ownerId, created_at: createdAt } = row;
  const requiresSecondFactor = row.requires_second_factor;
  return { id, name, ownerId, ownerTier: row.owner_tier ?? 'free', createdAt, requiresSecondFactor };
}

/** A team, or undefined when it has ended. */
export const findTeam = (db: Knex, teamId: string): Promise<Team | undefined> => readTeam(db, TEAM, teamId);

/**
 * A team, locked until the transaction ends. Every change of members, roles, owner or invitations locks it, so that they see and count one
 * after the other. Rows that only refer to the team can still be written.
 */
export const lockTeam = (trx: Knex.Transaction, teamId: string): Promise<Team | undefined> =>
  readTeam(trx, `${TEAM} for no key update of t`, teamId);

/** {@link lockTeam}, and nobody else writes a row that refers to the team until the transaction ends. */
export const lockTeamAlone = (trx: Knex.Transaction, teamId: string): Promise<Team | undefined> =>
  readTeam(trx, `${TEAM} for update of t`, teamId);

/** The id of the team that a user is a member of. */
export async function findTeamOf(db: Knex, userId: string): Promise<string | undefined> {
  const row = await db('auth.memberships').where({ user_id: userId }).first<{ team_id: string } | undefined>('team_id');
  return row?.team_id;
}

/** Inserts a team with its owner; false when the owner is in a team already. */
export async function insertTeam(
  trx: Knex.Transaction,
  team: { id: string; name: string; ownerId: string },
): Promise<boolean> {
  const row = { id: team.id, name: team.name, owner_id: team.ownerId };
  const inserted = await trx('auth.teams').insert(row).onConflict('owner_id').ignore().returning('id');
  return inserted.length === 1 && (await insertMember(trx, team.id, team.ownerId, 'owner'));
}

/** Renames a team. */
export async function setTeamName(trx: Knex.Transaction, teamId: string, name: string): Promise<void> {
  await trx('auth.teams').where({ id: teamId }).update({ name });
}

/** Says whether a team's members must have a second factor. */
export async function setSecondFactorRequired(trx: Knex.Transaction, teamId: string, required: boolean): Promise<void> {
  await trx('auth.teams').where({ id: teamId }).update({ requires_second_factor: required });
}

/** Makes another member the owner; the former one becomes an admin. */
export async function setOwner(trx: Knex.Transaction, team: Team, userId: string): Promise<void> {
  await trx('auth.teams').where({ id: team.id }).update({ owner_id: userId });
  await setMemberRole(trx, team.id, team.ownerId, 'admin');
  await setMemberRole(trx, team.id, userId, 'owner');
}

/** Returning a million rules to their makers takes longer than other requests may. */
const END_MS = 600_000;

/** Ends a team with its memberships and invitations; what was made in it goes back to its makers. */
export async function deleteTeam(trx: Knex.Transaction, teamId: string): Promise<void> {
  await trx.raw(`set local statement_timeout = ${END_MS}`);
  await trx('auth.teams')
    .where({ id: teamId })
    .delete()
    .options({ query_timeout: END_MS + 5_000 });
}

const MEMBERS = `
  select m.user_id as "userId", u.email, m.role, m.joined_at as "joinedAt"
  from auth.memberships m join auth.users u on u.id = m.user_id`;

/** A team's members: the owner, then the others as they joined. */
export async function listMembers(db: Knex, teamId: string): Promise<TeamMember[]> {
  const { rows } = await db.raw<{ rows: TeamMember[] }>(
    `${MEMBERS} where m.team_id = ? order by m.role <> 'owner', m.joined_at, m.user_id`,
    [teamId],
  );
  return rows;
}

/** One member of a team. */
export async function findMember(db: Knex, teamId: string, userId: string): Promise<TeamMember | undefined> {
  const { rows } = await db.raw<{ rows: TeamMember[] }>(`${MEMBERS} where m.team_id = ? and m.user_id = ?`, [
    teamId,
    userId,
  ]);
  return rows[0];
}

/** Whether somebody of the team has this address. */
export async function hasMemberWithEmail(db: Knex, teamId: string, email: string): Promise<boolean> {
  const { rows } = await db.raw<{ rows: TeamMember[] }>(`${MEMBERS} where m.team_id = ? and u.email = ? limit 1`, [
    teamId,
    email,
  ]);
  return rows.length > 0;
}

/** Takes a user into a team; false when they are in one already, this or another. */
export async function insertMember(
  trx: Knex.Transaction,
  teamId: string,
  userId: string,
  role: TeamRole,
): Promise<boolean> {
  const inserted = await trx('auth.memberships')
    .insert({ user_id: userId, team_id: teamId, role, joined_at: trx.raw('clock_timestamp()') })
    .onConflict('user_id')
    .ignore()
    .returning('user_id');
  return inserted.length === 1;
}

/** Gives a member another role. */
export async function setMemberRole(
  trx: Knex.Transaction,
  teamId: string,
  userId: string,
  role: TeamRole,
): Promise<void> {
  await trx('auth.memberships').where({ team_id: teamId, user_id: userId }).update({ role });
}

/** Takes a user out of a team. */
export async function deleteMember(trx: Knex.Transaction, teamId: string, userId: string): Promise<void> {
  await trx('auth.memberships').where({ team_id: teamId, user_id: userId }).delete();
}
