import { BadRequestError, ConflictError, ForbiddenError, type Knex, UnauthorizedError } from '@tripline/service';
import { type Actor, appendAudit } from '../audit/audit-log.js';
import type { AccessChanges } from '../callers/access-changes.js';
import type { Caller } from '../callers/caller.js';
import { isFreshSession, isFreshToken } from '../sessions/fresh-sign-in.js';
import type { SessionService } from '../sign-in/session-service.js';
import { findMember, lockTeam } from '../teams/team-store.js';
import { deleteUser } from '../users/deletion-store.js';
import { findBuiltinUserById } from '../users/user-store.js';

/** Deletes accounts, for those whose they are. */
export interface DeletionService {
  /**
   * Deletes the caller's account with their keys, sessions, rules, documents and cloud accounts, which ends everywhere within a second. What they made in
   * a team stays with the team.
   * @param password what an account with a password here must show; any other account, a sign-in of the last ten minutes
   * @throws BadRequestError without the password, ForbiddenError for a wrong one or an older sign-in, ConflictError for the owner of a team
   */
  deleteOwn(caller: Caller, password: string | undefined, actor: Actor): Promise<void>;
}

interface Dependencies {
  db: Knex;
  changes: AccessChanges;
  sessions: Pick<SessionService, 'passwordHolds'>;
}

/** Builds the service. */
export function createDeletionService({ db, changes, sessions }: Dependencies): DeletionService {
  const requireProof = async (caller: Caller, password: string | undefined, actor: Actor): Promise<void> => {
    const sessionId = caller.kind === 'jwt' ? caller.sessionId : undefined;
    const user = await findBuiltinUserById(db, caller.userId);
    if (user !== undefined) {
      if (password === undefined) {
        throw new BadRequestError('Invalid body: password is required, to delete an account that has one.', {
          details: [{ path: 'password', message: 'password is required' }],
        });
      }
      if (!(await sessions.passwordHolds(user, password, sessionId, actor))) {
        throw new ForbiddenError('The password is wrong.');
      }
      return;
    }
    const isFresh =
      sessionId === undefined
        ? caller.kind === 'jwt' && caller.issuedAt !== undefined && isFreshToken(caller.issuedAt)
        : await isFreshSession(caller, db, sessionId);
    if (!isFresh) throw new ForbiddenError('Sign in again, then delete your account within ten minutes.');
  };
  return {
    async deleteOwn(caller, password, actor) {
      await requireProof(caller, password, actor);
      await db.transaction(async (trx) => {
        // The team first, as wherever members change.
        const team = caller.teamId === undefined ? undefined : await lockTeam(trx, caller.teamId);
        const member = team === undefined ? undefined : await findMember(trx, team.id, caller.userId);
        if (team !== undefined && member?.role === 'owner') {
          throw new ConflictError(`You own the team "${team.name}"; transfer it to a member first, or end it.`);
        }
        const target = { type: 'user', id: caller.userId };
        await appendAudit(trx, { action: 'user.deleted', actor: { ...actor, teamId: team?.id }, target });
        if (!(await deleteUser(caller, trx)))
          throw new UnauthorizedError('The account of this token has been deleted.');
      });
      changes.note(caller.userId);
    },
  };
}
