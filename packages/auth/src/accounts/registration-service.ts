import { BadRequestError, ForbiddenError, type Knex } from '@tripline/service';
import { appendAudit, type Origin } from '../audit/audit-log.js';
import { userActor } from '../audit/user-actor.js';
import type { AccessChanges } from '../callers/access-changes.js';
import { markAccessChanged } from '../callers/account-store.js';
import type { AuthConfig } from '../config.js';
import { addressSubject } from '../limits/client-address.js';
import type { RateLimit } from '../limits/rate-limit.js';
import { insertMail } from '../outbox/outbox-store.js';
import { revokeFamilies } from '../sessions/session-store.js';
import { isInvited } from '../teams/invitation-store.js';
import { useOneTimeToken } from '../users/one-time-token-store.js';
import { hashPassword } from '../users/passwords.js';
import { findBuiltinUserById, insertBuiltinUser, normaliseEmail, setVerifiedPassword } from '../users/user-store.js';
import type { PasswordStrength } from './password-strength.js';

/** Registers accounts and verifies their addresses. */
export interface RegistrationService {
  /**
   * Registers an address. The answer is the same for new and known addresses; only the mail differs.
   * @returns whether new accounts are verified at once
   * @throws ForbiddenError when sign-up is closed or needs an invitation, TooManyRequestsError beyond the limit of the client's address,
   * BadRequestError when the password is easy to guess
   */
  register(email: string, password: string, origin: Origin): Promise<{ emailVerified: boolean }>;
  /** @throws BadRequestError when the token is unknown, used or expired */
  verifyEmail(token: string, origin: Origin): Promise<void>;
}

interface Dependencies {
  db: Knex;
  config: Pick<AuthConfig, 'SIGNUP'>;
  /** Development without SMTP: no mail goes out, addresses are verified at once. */
  verifyAtOnce: boolean;
  hintMail: (mailId: string) => void;
  changes: AccessChanges;
  signupsPerAddress: RateLimit;
  mailsPerAccount: RateLimit;
  strength: PasswordStrength;
}

/** Builds the service. */
export function createRegistrationService(deps: Dependencies): RegistrationService {
  const { db } = deps;
  return {
    async register(emailAsGiven, password, origin) {
      if (deps.config.SIGNUP === 'closed') throw new ForbiddenError('Sign-up is closed here; ask the operator.');
      await deps.signupsPerAddress.take(addressSubject(origin.ip));
      const email = normaliseEmail(emailAsGiven);
      if (deps.config.SIGNUP === 'invited' && !(await isInvited(db, email))) {
        throw new ForbiddenError('Sign-up needs an invitation here, to this very address.');
      }
      // By the address alone: who may register it must not learn what its user or a team that invites it is called.
      await deps.strength.require(password, email, 'password');
      const passwordHash = await hashPassword(password);
      const isMailed = !deps.verifyAtOnce && (await allowed(deps.mailsPerAccount, email));
      const mailId = await db.transaction(async (trx) => {
        const id = await insertBuiltinUser(trx, { email, passwordHash, emailVerified: deps.verifyAtOnce });
        // Both cases are recorded and mailed, so that both take the same time.
        await appendAudit(trx, {
          action: 'user.registered',
          actor: { id: id ?? null, email, ...origin },
          outcome: id === undefined ? 'refused' : 'success',
        });
        return isMailed ? insertMail(trx, { kind: 'registration', email, passwordHash }) : undefined;
      });
      if (mailId !== undefined) deps.hintMail(mailId);
      return { emailVerified: deps.verifyAtOnce };
    },
    async verifyEmail(token, origin) {
      const userId = await db.transaction(async (trx) => {
        const used = await useOneTimeToken(trx, token, 'verify-email');
        if (used?.passwordHash == null) {
          throw new BadRequestError('The link is not valid any more; register again to get another.');
        }
        // The person who registered the address first need not be the one who reads its mail. So the password of this mail's registration
        // applies from now on, and sessions that began with another end.
        const before = await findBuiltinUserById(trx, used.userId);
        await setVerifiedPassword(trx, used.userId, used.passwordHash);
        if (before?.passwordHash !== used.passwordHash) await revokeFamilies(trx, used.userId);
        await markAccessChanged(trx, [used.userId]);
        await appendAudit(trx, {
          action: 'user.email_verified',
          actor: await userActor(trx, used.userId, origin),
          target: { type: 'user', id: used.userId },
        });
        return used.userId;
      });
      deps.changes.note(userId);
    },
  };
}

/** Whether the limit allows one more. Callers are not told: mails beyond it are silently not sent. */
export async function allowed(limit: RateLimit, subject: string): Promise<boolean> {
  return limit.take(subject).then(
    () => true,
    () => false,
  );
}
