import { ConflictError, ForbiddenError, type Knex, NotFoundError } from '@tripline/service';
import { type Actor, appendAudit } from '../audit/audit-log.js';
import type { AccessChanges } from '../callers/access-changes.js';
import { markAccessChanged } from '../callers/account-store.js';
import type { Account, TeamRole } from '../callers/caller.js';
import { lockOwnTeam, NO_TEAM } from './acting-member.js';
import type { GrantedRole, TeamMember } from './team-model.js';
import { deleteMember, findMember, lockTeam, setMemberRole } from './team-store.js';

/** Removes members from a team and changes their roles; effective everywhere within a second. */
export interface MemberService {
  /**
   * For owner and admins.
   * @throws NotFoundError when they are not a member, ForbiddenError for an admin on another admin or the owner, ConflictError for the
   * owner
   */
  remove(caller: Account, userId: string, actor: Actor): Promise<void>;
  /**
   * Only the owner decides who is an admin.
   * @throws NotFoundError when they are not a member, ForbiddenError for an admin who makes or changes an admin, ConflictError for the
   * owner
   */
  setRole(caller: Account, userId: string, role: GrantedRole, actor: Actor): Promise<TeamMember>;
  /** Any member's own leaving, also of a team whose subscription has run out. @throws ForbiddenError in no team, ConflictError for the owner */
  leave(caller: Account, actor: Actor): Promise<void>;
}

/** Builds the service. */
export function createMemberService({ db, changes }: { db: Knex; changes: AccessChanges }): MemberService {
  return {
    async remove(caller, userId, actor) {
      await db.transaction(async (trx) => {
        const { team, actingAs, member } = await memberActedUpon(trx, caller, userId);
        refuseAdmins(actingAs, member.role, caller.userId === userId);
        if (member.role === 'owner') {
          throw new ConflictError('The owner cannot be removed; transfer the team first, or end it.');
        }
        await deleteMember(trx, team.id, userId);
        await markAccessChanged(trx, [userId]);
        await appendAudit(trx, {
          action: 'member.removed',
          actor,
          target: { type: 'user', id: userId },
          details: { email: member.email, role: member.role },
        });
      });
      changes.note(userId);
    },
    async setRole(caller, userId, role, actor) {
      const changed = await db.transaction(async (trx) => {
        const { team, actingAs, member } = await memberActedUpon(trx, caller, userId);
        refuseAdmins(actingAs, member.role, false);
        refuseAdmins(actingAs, role, false);
        if (member.role === 'owner')
          throw new ConflictError('The role of the owner cannot be changed; transfer the team instead.');
        if (member.role === role) return member;
        await setMemberRole(trx, team.id, userId, role);
        await markAccessChanged(trx, [userId]);
        await appendAudit(trx, {
          action: 'member.role_changed',
          actor,
          target: { type: 'user', id: userId },
          details: { email: member.email, from: member.role, to: role },
        });
        return { ...member, role };
      });
      changes.note(userId);
      return changed;
    },
    async leave(caller, actor) {
      await db.transaction(async (trx) => {
        const { team, member } = await ownMembership(trx, caller);
        if (member.role === 'owner') {
          throw new ConflictError('The owner cannot leave; transfer the team first, or end it.');
        }
        await deleteMember(trx, team.id, caller.userId);
        await markAccessChanged(trx, [caller.userId]);
        await appendAudit(trx, {
          action: 'member.left',
          actor,
          target: { type: 'user', id: caller.userId },
          details: { email: member.email, role: member.role },
        });
      });
      changes.note(caller.userId);
    },
  };
}

/** The member on whom an owner or admin acts. */
async function memberActedUpon(trx: Knex.Transaction, caller: Account, userId: string) {
  const { team, role } = await lockOwnTeam(trx, caller, ['owner', 'admin']);
  const member = await findMember(trx, team.id, userId);
  if (member === undefined) throw new NotFoundError(`The team has no member ${userId}.`);
  return { team, actingAs: role, member };
}

/** The caller's team, locked, and the caller in it, whatever their role and the team's subscription. */
async function ownMembership(trx: Knex.Transaction, caller: Account) {
  const team = caller.teamId === undefined ? undefined : await lockTeam(trx, caller.teamId);
  const member = team === undefined ? undefined : await findMember(trx, team.id, caller.userId);
  if (team === undefined || member === undefined) throw new ForbiddenError(NO_TEAM);
  return { team, member };
}

/** Admins may act on plain members and on themselves. */
function refuseAdmins(actingAs: TeamRole, role: TeamRole, onThemselves: boolean): void {
  if (actingAs === 'owner' || role === 'member' || onThemselves) return;
  throw new ForbiddenError(`Only the owner may change or remove admins and the owner; your role is "${actingAs}".`);
}
