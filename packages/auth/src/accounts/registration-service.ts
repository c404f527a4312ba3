import { BadRequestError, ForbiddenError, type Knex } from '@tripline/service';
import { appendAudit, type Origin } from '../audit/audit-log.js';
import type { AccessChanges } from '../callers/access-changes.js';
import type { AuthConfig } from '../config.js';
import { addressSubject } from '../limits/client-address.js';
import type { RateLimit } from '../limits/rate-limit.js';
import { insertMail } from '../outbox/outbox-store.js';
import { isInvited } from '../teams/invitation-store.js';
import { useOneTimeToken } from '../users/one-time-token-store.js';
import { hashPassword } from '../users/passwords.js';
import { insertBuiltinUser, normaliseEmail } from '../users/user-store.js';
import type { PasswordStrength } from './password-strength.js';
import { proveAddress, registerInvited } from './proven-address.js';

/** Registers accounts and verifies their addresses. */
export interface RegistrationService {
  /**
   * Registers an address. The answer is the same for new and known addresses; only the mail differs. With the token of an `invitation` the address is proven,
   * since the token was mailed to it: no further mail is sent.
   * @returns whether new accounts are verified at once
   * @throws ForbiddenError when sign-up is closed or needs an invitation, TooManyRequestsError beyond the limit of the client's address,
   * BadRequestError when the password is easy to guess or the invitation is not good for the address, ConflictError when an invited address
   * has an account already
   */
  register(
    whom: { email: string; password: string; invitation?: string },
    origin: Origin,
  ): Promise<{ emailVerified: boolean }>;
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
    async register({ email: emailAsGiven, invitation, password }, origin) {
      if (deps.config.SIGNUP === 'closed') throw new ForbiddenError('Sign-up is closed here; ask the operator.');
      await deps.signupsPerAddress.take(addressSubject(origin.ip));
      const email = normaliseEmail(emailAsGiven);
      if (deps.config.SIGNUP === 'invited' && !(await isInvited(db, email))) {
        throw new ForbiddenError('Sign-up needs an invitation here, to this very address.');
      }
      // By the address alone: who may register it must not learn what its user or a team that invites it is called.
      await deps.strength.require(password, email, 'password');
      const passwordHash = await hashPassword(password);
      if (invitation !== undefined) {
        deps.changes.note(
          await db.transaction((trx) => registerInvited(trx, { email, passwordHash, token: invitation }, origin)),
        );
        return { emailVerified: true };
      }
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
        await proveAddress(trx, used.userId, used.passwordHash, origin);
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
