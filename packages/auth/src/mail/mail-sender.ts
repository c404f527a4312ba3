import type { Knex, Logger } from '@tripline/service';
import {
  adoptInvitationMails,
  claimMail,
  dropMail,
  findDueMails,
  giveUpOverdue,
  type MailKind,
  markMailFailed,
  markMailSent,
  postponeMail,
} from '../outbox/outbox-store.js';
import { composeMail } from './compose-mail.js';
import { isRefusedForGood, type Mailer, whyRefused } from './mailer.js';

/** The result of an attempt: `dropped` when there was nothing to send any more, `failed` when it was the last. */
type MailOutcome = 'sent' | 'postponed' | 'failed' | 'dropped';

/** Called with every result, for metrics. */
export type ObserveMail = (kind: MailKind, outcome: MailOutcome) => void;

/** Sends the mails of the outbox. Postgres knows which are due, so that none is lost whatever happens to a queue or a sender. */
export interface MailSender {
  /** Ids of mails that are due. */
  due(): Promise<string[]>;
  /** One attempt at a mail; none when it is not due or another sender has it. A failure is stored, and the mail is due again later. */
  send(mailId: string): Promise<void>;
}

/** Attempts at a mail that its recipient's server refuses permanently. Some servers send a permanent code when they mean "later". */
const REFUSALS_MAX = 5;

/** Builds the sender. `retrySeconds` is the pause after the first failure; it doubles with each, up to an hour. */
export function createMailSender(deps: {
  db: Knex;
  log: Logger;
  mailer: Mailer;
  publicUrl: string;
  retrySeconds: number;
  observe: ObserveMail;
}): MailSender {
  const { db, log, mailer, observe, publicUrl, retrySeconds } = deps;
  return {
    async due() {
      await adoptInvitationMails(db);
      return findDueMails(db);
    },
    async send(mailId) {
      const claimed = await claimMail(db, mailId);
      if (claimed === undefined) return;
      const { attempts, kind } = claimed;
      const mail = await composeMail(db, claimed, publicUrl);
      if (mail === undefined) {
        await dropMail(db, claimed);
        return observe(kind, 'dropped');
      }
      try {
        await mailer.send(mail);
      } catch (error) {
        const isLast = isRefusedForGood(error) && attempts >= REFUSALS_MAX;
        if (isLast) await markMailFailed(db, claimed, whyRefused(error));
        else await postponeMail(db, claimed, whyRefused(error), retrySeconds);
        const what = isLast ? 'a mail was refused for good' : 'a mail could not be sent; trying again later';
        log.warn({ mailId, kind, attempts, ...faultOf(error) }, what);
        return observe(kind, isLast ? 'failed' : 'postponed');
      }
      await markMailSent(db, claimed);
      observe(kind, 'sent');
    },
  };
}

/** The fields of a mail server's error that an operator needs; the error itself lists the recipients. */
function faultOf(error: unknown): object {
  const { code, command, message, response } = error as Error & {
    code?: unknown;
    command?: unknown;
    response?: unknown;
  };
  return { code, command, error: response ?? message };
}

/** Gives up mails whose time is over, so that they do not wait for ever where no mail server accepts them. */
export async function giveUpMails(db: Knex, log: Logger, observe: ObserveMail): Promise<void> {
  for (;;) {
    const givenUp = await giveUpOverdue(db);
    if (givenUp.length === 0) return;
    for (const { attempts, error, id: mailId, kind } of givenUp) {
      log.warn({ mailId, kind, attempts, error }, 'a mail was given up: it was not sent in time');
      observe(kind, 'failed');
    }
  }
}
