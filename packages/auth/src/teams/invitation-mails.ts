import type { Knex, Logger } from '@tripline/service';
import { invitationMail } from '../mail/invitation-mail.js';
import { type Mailer, whyRefused } from '../mail/mailer.js';
import { claimDueMail, findDueMails, markMailFailed, markMailSent } from './invitation-mail-store.js';
import { mintInvitationToken } from './invitation-store.js';

/** Sends the mails of invitations; Postgres knows which are due, so that whatever happens to a queue, none is lost. */
export interface InvitationMails {
  /** Invitations whose mail is due. */
  due(): Promise<string[]>;
  /**
   * One attempt at an invitation's mail, with a token of its own. A failure is noted for the team's owner and admins, and the mail is due again later,
   * until the invitation is settled or expires.
   * @returns what came of it; `nothing_due` when it has been sent, is being sent, or is not to be sent (any more)
   */
  send(invitationId: string): Promise<'sent' | 'failed' | 'nothing_due'>;
}

/** Builds the sender. `retrySeconds` is the pause after the first failure; it doubles with each, up to an hour. */
export function createInvitationMails(deps: {
  db: Knex;
  log: Logger;
  mailer: Mailer;
  publicUrl: string;
  retrySeconds: number;
}): InvitationMails {
  const { db, log, mailer, publicUrl, retrySeconds } = deps;
  return {
    due: () => findDueMails(db),
    async send(invitationId) {
      const mail = await claimDueMail(db, invitationId);
      if (mail === undefined) return 'nothing_due';
      const token = await mintInvitationToken(db, invitationId);
      try {
        await mailer.send(invitationMail(mail, publicUrl, token));
      } catch (error) {
        log.warn({ err: error, invitationId }, 'the mail of an invitation could not be sent; trying again later');
        await markMailFailed(db, invitationId, whyRefused(error), retrySeconds);
        return 'failed';
      }
      await markMailSent(db, invitationId);
      return 'sent';
    },
  };
}
