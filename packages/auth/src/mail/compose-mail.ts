import type { Knex } from '@tripline/service';
import { type ClaimedMail, type FactorMailKind, passwordOfMail } from '../outbox/outbox-store.js';
import { findInvitationToMail, mintInvitationToken } from '../teams/invitation-store.js';
import { issueOneTimeToken } from '../users/one-time-token-store.js';
import { findBuiltinUser, holdBuiltinUser } from '../users/user-store.js';
import { alreadyRegisteredMail, leakedKeyMail, resetMail, verificationMail } from './account-mails.js';
import { coverageChangeMail } from './coverage-change-mail.js';
import { factorMail } from './factor-mails.js';
import { invitationMail } from './invitation-mail.js';
import type { Mail } from './mailer.js';

/**
 * Composes a mail from the current data, with a new token where it has one.
 * @returns undefined when there is nothing to send: no such account, or the invitation is settled
 */
export function composeMail(db: Knex, mail: ClaimedMail, publicUrl: string): Promise<Mail | undefined> {
  return COMPOSERS[mail.kind](db, mail, publicUrl);
}

const ofFactor: typeof composeMail = async (_db, { email, kind }, publicUrl) =>
  factorMail(email, publicUrl, kind as FactorMailKind);

const COMPOSERS: Record<ClaimedMail['kind'], typeof composeMail> = {
  'factor-added': ofFactor,
  'factor-removed': ofFactor,
  'recovery-codes-made': ofFactor,
  'recovery-code-used': ofFactor,
  /** Whoever registers an address learns nothing of an account it may have; its mailbox does. */
  registration: (db, { id, email }, publicUrl) =>
    db.transaction(async (trx) => {
      // Locked: a password reset at the same time is either seen here, or finds the token and deletes it.
      const user = await holdBuiltinUser(trx, email);
      const passwordHash = await passwordOfMail(trx, id);
      if (user === undefined || passwordHash === undefined) return undefined;
      if (user.emailVerified) return alreadyRegisteredMail(email, publicUrl);
      return verificationMail(email, publicUrl, await issueOneTimeToken(trx, user.id, 'verify-email', passwordHash));
    }),
  async 'password-reset'(db, { email }, publicUrl) {
    const user = await findBuiltinUser(db, email);
    if (user === undefined) return undefined;
    return resetMail(email, publicUrl, await issueOneTimeToken(db, user.id, 'reset-password'));
  },
  async invitation(db, { invitationId }, publicUrl) {
    const invitation = invitationId === null ? undefined : await findInvitationToMail(db, invitationId);
    if (invitation === undefined) return undefined;
    return invitationMail(invitation, publicUrl, await mintInvitationToken(db, invitation.id));
  },
  'coverage-changes': async (_db, { details, email }, publicUrl) =>
    details === null ? undefined : coverageChangeMail(email, publicUrl, details),
  'leaked-key': async (_db, { email, foundAt, keyPrefix }, publicUrl) =>
    leakedKeyMail(email, publicUrl, { prefix: keyPrefix ?? '', foundAt: foundAt ?? '' }),
};
