import { type Knex, NotFoundError } from '@tripline/service';
import { type Actor, appendAudit } from '../audit/audit-log.js';
import type { AccessChanges } from '../callers/access-changes.js';
import { markAccessChanged, type SessionSources } from '../callers/account-store.js';
import { deviceOf } from './device.js';
import { endFamily, listFamilies, revokeFamilies } from './session-store.js';

/** A session as its user sees it. */
interface ListedSession {
  readonly id: string;
  /** What kind of program signed in, as it says itself. */
  readonly device: string | null;
  /** The address it was last used from. */
  readonly ip: string | null;
  readonly createdAt: Date;
  /** When it last got new tokens, which a client at work does every 15 minutes. */
  readonly lastUsedAt: Date;
  /** Whether the caller's own token belongs to it. */
  readonly current: boolean;
}

/** The user, and the session of the token they show; an outside provider's token belongs to none. */
interface SignedIn {
  readonly userId: string;
  readonly sessionId?: string | undefined;
}

/** A user's sessions, for the user: what is ended here is refused by every process within a second. */
export interface UserSessions {
  /** Those that have not ended, the last used first. */
  list(user: SignedIn): Promise<ListedSession[]>;
  /** Ends one, which may be the caller's own. @throws NotFoundError for another user's, an unknown and an ended one alike */
  end(user: SignedIn, id: string, actor: Actor): Promise<void>;
  /** Ends all but the caller's own. */
  endOthers(user: SignedIn, actor: Actor): Promise<void>;
}

/** Builds the service. */
export function createUserSessions(deps: { db: Knex; changes: AccessChanges; sources: SessionSources }): UserSessions {
  const { changes, db, sources } = deps;
  return {
    async list(user) {
      const rows = await listFamilies(user, db, sources);
      return rows.map(({ userAgent, ...session }) => ({
        ...session,
        device: deviceOf(userAgent),
        current: session.id === user.sessionId,
      }));
    },
    async end(user, id, actor) {
      await db.transaction(async (trx) => {
        if (!(await endFamily(user, trx, sources, id))) throw new NotFoundError(`You have no session ${id}.`);
        await markAccessChanged(trx, [user.userId]);
        await appendAudit(trx, { action: 'session.ended', actor, target: { type: 'session', id } });
      });
      changes.note(user.userId);
    },
    async endOthers({ userId, sessionId }, actor) {
      await db.transaction(async (trx) => {
        await revokeFamilies(trx, userId, sessionId);
        await markAccessChanged(trx, [userId]);
        await appendAudit(trx, { action: 'session.ended', actor, target: { type: 'user', id: userId } });
      });
      changes.note(userId);
    },
  };
}
