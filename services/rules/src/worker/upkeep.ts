import { expireInvitations, giveUpMails, type ObserveMail, returnLostReservations } from '@tripline/auth';
import type { Knex, Logger } from '@tripline/service';
import { deleteExpiredDocuments } from './document-retention.js';
import { type Repeated, repeat } from './repeat.js';

const DOCUMENTS_SECONDS = 3_600;
/** Seats are counted by the clock; only the record and the shown status wait for this. */
const INVITATIONS_SECONDS = 60;
const MAILS_SECONDS = 10;

/** Beside the half minute that a reservation outlives its process, below the minute after which a lost generation is given back. */
const RESERVATIONS_SECONDS = 10;

/**
 * Deletes documents past their time, gives back generations whose process has died, and settles overdue invitations and mails, now and from time
 * to time; any number of workers may.
 */
export function startUpkeep(db: Knex, log: Logger, observeMail: ObserveMail): Repeated {
  const documents = repeat(DOCUMENTS_SECONDS, 'documents past their time', log, async () => {
    const deleted = await deleteExpiredDocuments(db);
    if (deleted > 0) log.info({ deleted }, 'deleted documents that are past their time');
  });
  const invitations = repeat(INVITATIONS_SECONDS, 'overdue invitations', log, async () => {
    const expired = await expireInvitations(db);
    if (expired > 0) log.info({ expired }, 'invitations have expired');
  });
  const mails = repeat(MAILS_SECONDS, 'overdue mails', log, () => giveUpMails(db, log, observeMail));
  const reservations = repeat(RESERVATIONS_SECONDS, 'generations of processes that died', log, async () => {
    const returned = await returnLostReservations(db);
    if (returned > 0) log.warn({ returned }, 'gave back generations whose process has died');
  });
  return {
    async close() {
      await Promise.all([documents.close(), invitations.close(), mails.close(), reservations.close()]);
    },
  };
}
