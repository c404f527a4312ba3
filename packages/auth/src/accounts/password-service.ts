import { BadRequestError, ForbiddenError, type Knex } from '@tripline/service';
import { type Actor, appendAudit, type Origin } from '../audit/audit-log.js';
import { userActor } from '../audit/user-actor.js';
import type { AccessChanges } from '../callers/access-changes.js';
import { markAccessChanged } from '../callers/account-store.js';
import { addressSubject } from '../limits/client-address.js';
import type { RateLimit } from '../limits/rate-limit.js';
import { carryPasswordIntoMails, insertMail } from '../outbox/outbox-store.js';
import { createRandomToken } from '../secrets/random-token.js';
import { revokeFamilies } from '../sessions/session-store.js';
import type { SessionService } from '../sign-in/session-service.js';
import {
  carryPasswordOver,
  dropOneTimeTokens,
  emailOfOneTimeToken,
  issueOneTimeToken,
  useOneTimeToken,
} from '../users/one-time-token-store.js';
import { hashPassword } from '../users/passwords.js';
import {
  findBuiltinUser,
  findBuiltinUserById,
  namesAround,
  normaliseEmail,
  setPassword,
  setVerifiedPassword,
} from '../users/user-store.js';
import type { PasswordStrength } from './password-strength.js';
import { allowed } from './registration-service.js';

/** Replaces passwords. */
export interface PasswordService {
  /**
   * Sends a link for a new password when the address has an account; no answer says whether it has.
   * @returns in development without SMTP, a token: a working one for a known address, else an invalid one
   */
  forgot(email: string, origin: Origin): Promise<{ resetToken?: string }>;
  /**
   * Sets a new password and ends all sessions.
   * @throws BadRequestError when the token is unknown, used or expired, or the password easy to guess (the token then stays good)
   */
  reset(token: string, newPassword: string, origin: Origin): Promise<void>;
  /**
   * Changes a signed-in user's password and ends their other sessions.
   * @throws ForbiddenError when the current password is wrong, or the account has none here, BadRequestError when the next is easy to guess
   */
  change(
    user: { userId: string; sessionId: string | undefined },
    passwords: { current: string; next: string },
    actor: Actor,
  ): Promise<void>;
}

interface Dependencies {
  db: Knex;
  /** Development without SMTP: tokens come in the answer. */
  showTokens: boolean;
  hintMail: (mailId: string) => void;
  changes: AccessChanges;
  sessions: SessionService;
  strength: PasswordStrength;
  signupsPerAddress: RateLimit;
  mailsPerAccount: RateLimit;
}

/** Builds the service. */
export function createPasswordService(deps: Dependencies): PasswordService {
  const { changes, db, strength } = deps;
  const linkIsOver = () => new BadRequestError('The link is not valid any more; ask for a new one.');
  return {
    async forgot(emailAsGiven, origin) {
      await deps.signupsPerAddress.take(addressSubject(origin.ip));
      const email = normaliseEmail(emailAsGiven);
      if (deps.showTokens) {
        const user = await findBuiltinUser(db, email);
        if (user === undefined) return { resetToken: createRandomToken().token };
        return { resetToken: await issueOneTimeToken(db, user.id, 'reset-password') };
      }
      // Written for every address alike; whether it has an account is looked up when the mail is sent.
      if (await allowed(deps.mailsPerAccount, email))
        deps.hintMail(await insertMail(db, { kind: 'password-reset', email }));
      return {};
    },
    async reset(token, newPassword, origin) {
      const email = await emailOfOneTimeToken(db, token, 'reset-password');
      if (email === undefined) throw linkIsOver();
      const account = await findBuiltinUser(db, email);
      const names = account === undefined ? [] : await namesAround(db, account.id);
      await strength.require(newPassword, email, 'newPassword', names);
      const passwordHash = await hashPassword(newPassword);
      const userId = await db.transaction(async (trx) => {
        const used = await useOneTimeToken(trx, token, 'reset-password');
        if (used === undefined) throw linkIsOver();
        await setVerifiedPassword(trx, used.userId, passwordHash);
        // This link verifies the address; somebody else's registration of it must not set its password later.
        await dropOneTimeTokens(trx, used.userId, 'verify-email');
        await revokeFamilies(trx, used.userId);
        await markAccessChanged(trx, [used.userId]);
        const actor = await userActor(trx, used.userId, origin);
        await appendAudit(trx, { action: 'password.reset', actor, target: { type: 'user', id: used.userId } });
        return used.userId;
      });
      changes.note(userId);
    },
    async change({ userId, sessionId }, passwords, actor) {
      const user = await findBuiltinUserById(db, userId);
      if (user === undefined) throw new ForbiddenError('Your account has no password here.');
      if (!(await deps.sessions.passwordHolds(user, passwords.current, sessionId, actor))) {
        throw new ForbiddenError('The current password is wrong.');
      }
      await strength.require(passwords.next, user.email, 'newPassword', await namesAround(db, userId));
      const passwordHash = await hashPassword(passwords.next);
      await db.transaction(async (trx) => {
        await setPassword(trx, userId, passwordHash);
        await carryPasswordOver(trx, userId, user.passwordHash, passwordHash);
        await carryPasswordIntoMails(trx, user.email, user.passwordHash, passwordHash);
        await dropOneTimeTokens(trx, userId, 'reset-password');
        await revokeFamilies(trx, userId, sessionId);
        await markAccessChanged(trx, [userId]);
        await appendAudit(trx, { action: 'password.changed', actor, target: { type: 'user', id: userId } });
      });
      changes.note(userId);
    },
  };
}
