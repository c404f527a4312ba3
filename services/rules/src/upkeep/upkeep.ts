import {
  deleteOldIdempotencyKeys,
  expireInvitations,
  giveUpMails,
  type ObserveMail,
  redactDeletedUsers,
  returnLostReservations,
  sealAudit,
} from '@tripline/auth';
import { type Knex, type Logger, type Repeated, repeat } from '@tripline/service';
import { deleteOldJobs } from '../bulk/bulk-upkeep.js';
import { purgeBin } from '../rules/rule-bin.js';
import { joinStorageChanges } from '../storage/storage-store.js';
import { deleteExpiredDocuments } from './document-retention.js';

const DOCUMENTS_SECONDS = 3_600;
/** What is past its time is in no answer already. */
const BIN_SECONDS = 3_600;
const JOBS_SECONDS = 3_600;
/** A key past its time is free already; only its answer waits for this. */
const IDEMPOTENCY_SECONDS = 3_600;
/** Seats depend only on the clock; just the record and the shown status wait for this. */
const INVITATIONS_SECONDS = 60;
const MAILS_SECONDS = 10;
/** A minute is sealed soon after it ends. */
const SEALS_SECONDS = 20;
const DELETED_USERS_SECONDS = 3_600;
/** An owner's sum is read from as many rows as changed it meanwhile. */
const STORAGE_SECONDS = 60;

/**
 * Together with the half minute that a reservation outlives its process, less than the minute after which a lost generation is given back.
 */
const RESERVATIONS_SECONDS = 10;

/** What upkeep needs. */
export interface UpkeepDeps {
  readonly db: Knex;
  readonly log: Logger;
  readonly observeMail: ObserveMail;
  /** How many days the audit log names people whose account is deleted. */
  readonly auditRetentionDays: number;
}

/**
 * Starts the periodic work: deletes expired documents and rules whose time in the bin is over, joins the counts of what owners store, gives back generations whose process has
 * died, settles overdue invitations and mails, seals the audit log, and removes from it the names of people deleted long ago. Any number of
 * workers may run it.
 */
export function startUpkeep({ auditRetentionDays, db, log, observeMail }: UpkeepDeps): Repeated {
  const documents = repeat(DOCUMENTS_SECONDS, 'expired documents', log, async () => {
    const deleted = await deleteExpiredDocuments(db);
    if (deleted > 0) log.info({ deleted }, 'deleted expired documents');
  });
  const bin = repeat(BIN_SECONDS, 'expired rules of the bin', log, async () => {
    const deleted = await purgeBin(db, new Date());
    if (deleted > 0) log.info({ deleted }, 'deleted rules for good whose time in the bin was over');
  });
  const jobs = repeat(JOBS_SECONDS, 'old bulk jobs', log, async () => {
    const deleted = await deleteOldJobs(db);
    if (deleted > 0) log.info({ deleted }, 'deleted bulk jobs with their files that ended a week ago');
  });
  const keys = repeat(IDEMPOTENCY_SECONDS, 'old idempotency keys', log, async () => {
    const deleted = await deleteOldIdempotencyKeys(db);
    if (deleted > 0) log.info({ deleted }, 'deleted old idempotency keys with their answers');
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
  const storage = repeat(STORAGE_SECONDS, 'stored bytes of owners', log, () => joinStorageChanges(db));
  const seals = repeat(SEALS_SECONDS, 'seals of the audit log', log, async () => void (await sealAudit(db)));
  const deletedUsers = repeat(DELETED_USERS_SECONDS, 'redaction of deleted accounts', log, async () => {
    const rows = await redactDeletedUsers(db, auditRetentionDays);
    if (rows > 0) log.info({ rows }, 'redacted the audit events of accounts deleted long ago');
  });
  const all = [documents, bin, jobs, keys, invitations, mails, reservations, storage, seals, deletedUsers];
  return {
    async close() {
      await Promise.all(all.map((each) => each.close()));
    },
  };
}
