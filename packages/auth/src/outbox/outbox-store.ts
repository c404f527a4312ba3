import { type Knex, storableJson } from '@tripline/service';
import { v7 as uuidv7 } from 'uuid';

/** What a mail about second factors tells of. */
export type FactorMailKind = 'factor-added' | 'factor-removed' | 'recovery-codes-made' | 'recovery-code-used';

/** What a mail tells of. */
export type MailKind =
  | 'registration'
  | 'password-reset'
  | 'invitation'
  | 'leaked-key'
  | 'coverage-changes'
  | FactorMailKind;

/** What changed in a cloud account's coverage. Lists hold the first few; `total` counts all. */
export interface CoverageChanges {
  readonly account: string;
  /** How many accounts it speaks of, where that is more than the one. */
  readonly accounts?: number;
  readonly total: number;
  /** Sentences, one a change. */
  readonly changes: readonly string[];
}

/** The content of an outbox row, written in the transaction that causes the mail. */
export type Occasion =
  | { readonly kind: 'registration'; readonly email: string; readonly passwordHash: string }
  | { readonly kind: 'password-reset' | FactorMailKind; readonly email: string }
  | { readonly kind: 'invitation'; readonly email: string; readonly invitationId: string }
  | { readonly kind: 'leaked-key'; readonly email: string; readonly keyPrefix: string; readonly foundAt: string }
  | { readonly kind: 'coverage-changes'; readonly email: string; readonly details: CoverageChanges };

/** A mail that one attempt at sending has claimed. */
export interface ClaimedMail {
  id: string;
  kind: MailKind;
  email: string;
  invitationId: string | null;
  /** Of a key that was found in public: which, and where. */
  keyPrefix: string | null;
  foundAt: string | null;
  /** Of changes in coverage: what changed. */
  details: CoverageChanges | null;
  /** This attempt's number, from 1; its result counts only while no later attempt has begun. */
  attempts: number;
}

/** A mail that will not be tried again. */
export type GivenUp = Pick<ClaimedMail, 'id' | 'kind' | 'attempts'> & { error: string };

/** Longer than any attempt takes. After it, a mail whose sender died is due again. */
const LEASE_SECONDS = 120;
/** How long a mail is tried for. That of an invitation: as long as the invitation stands. */
const HOURS: Readonly<Record<MailKind, number>> = {
  registration: 24,
  'password-reset': 1,
  invitation: 0,
  'factor-added': 24,
  'factor-removed': 24,
  'recovery-codes-made': 24,
  'recovery-code-used': 24,
  'leaked-key': 168,
  'coverage-changes': 24,
};
const BATCH = 500;

/**
 * Writes a mail, to be sent once the transaction has committed; gives its id. Nothing is looked up, so it takes the same time for every
 * address.
 */
export async function insertMail(trx: Knex, occasion: Occasion): Promise<string> {
  const { kind, email } = occasion;
  const id = uuidv7();
  await trx.raw(
    `insert into auth.outbox (id, kind, email, password_hash, invitation_id, key_prefix, found_at, details, gives_up_at)
     values (:id, :kind, :email, :passwordHash, :invitationId, :keyPrefix, :foundAt, :details,
             coalesce((select expires_at from auth.invitations where id = :invitationId),
                      clock_timestamp() + make_interval(hours => :hours)))`,
    {
      id,
      kind,
      email,
      passwordHash: occasion.kind === 'registration' ? occasion.passwordHash : null,
      invitationId: occasion.kind === 'invitation' ? occasion.invitationId : null,
      keyPrefix: occasion.kind === 'leaked-key' ? occasion.keyPrefix : null,
      foundAt: occasion.kind === 'leaked-key' ? occasion.foundAt : null,
      details: occasion.kind === 'coverage-changes' ? storableJson(occasion.details) : null,
      hours: HOURS[kind],
    },
  );
  return id;
}

/** Mails that are due, the longest due first; at most 500. */
export async function findDueMails(db: Knex): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    `select id from auth.outbox where due_at <= clock_timestamp() and gives_up_at > clock_timestamp()
     order by due_at limit ${BATCH}`,
  );
  return rows.map(({ id }) => id);
}

/** Figures of the outbox. */
export interface OutboxBacklog {
  /** Mails still to be sent. */
  waiting: number;
  /** Age in seconds of the oldest of them that was never tried; 0 when there is none. */
  oldestUntriedSeconds: number;
}

/** Counts what waits in the outbox. */
export async function readOutboxBacklog(db: Knex): Promise<OutboxBacklog | undefined> {
  const { rows } = await db.raw<{ rows: OutboxBacklog[] }>(
    `select count(*)::int as waiting,
       coalesce(extract(epoch from clock_timestamp() - min(created_at) filter (where attempts = 0)), 0)::float8
         as "oldestUntriedSeconds"
     from auth.outbox where due_at is not null and gives_up_at > clock_timestamp()`,
  );
  return rows[0];
}

/** Claims a due mail for one attempt, so that nobody else sends it meanwhile; undefined when it is not due. */
export async function claimMail(db: Knex, id: string): Promise<ClaimedMail | undefined> {
  const { rows } = await db.raw<{ rows: ClaimedMail[] }>(
    `update auth.outbox set attempts = attempts + 1, due_at = clock_timestamp() + make_interval(secs => ?)
     where id = ? and due_at <= clock_timestamp() and gives_up_at > clock_timestamp()
     returning id, kind, email, invitation_id as "invitationId", key_prefix as "keyPrefix", found_at as "foundAt", details, attempts`,
    [LEASE_SECONDS, id],
  );
  return rows[0];
}

/** The password that a registration's mail sets; undefined when the mail is gone. */
export async function passwordOfMail(trx: Knex, id: string): Promise<string | undefined> {
  const row = await trx('auth.outbox').first<{ password_hash: string } | undefined>('password_hash').where({ id });
  return row?.password_hash;
}

/** A password was changed: mails of the registration that set it now set the new one. */
export async function carryPasswordIntoMails(trx: Knex, email: string, from: string, to: string): Promise<void> {
  await trx('auth.outbox').where({ email, password_hash: from }).update({ password_hash: to });
}

/** The mail server has taken the mail. */
export async function markMailSent(db: Knex, mail: ClaimedMail): Promise<void> {
  await settle(db, mail, { sent_at: db.raw('clock_timestamp()'), error: null });
}

/** The attempt failed: the next one is due later, `baseSeconds` after the first and twice as long after each further, at most an hour. */
export async function postponeMail(db: Knex, mail: ClaimedMail, error: string, baseSeconds: number): Promise<void> {
  const dueAt = db.raw('clock_timestamp() + make_interval(secs => least(3600, ? * power(2, least(?, 20) - 1)))', [
    baseSeconds,
    mail.attempts,
  ]);
  await db('auth.outbox').where({ id: mail.id, attempts: mail.attempts }).update({ error, due_at: dueAt });
}

/** The mail failed for good. */
export async function markMailFailed(db: Knex, mail: ClaimedMail, error: string): Promise<void> {
  await settle(db, mail, { failed_at: db.raw('clock_timestamp()'), error });
}

/** There is nothing to send any more. */
export async function dropMail(db: Knex, { id, attempts }: ClaimedMail): Promise<void> {
  await db('auth.outbox').where({ id, attempts }).delete();
}

/** Mails of invitations are kept as long as these, to show their state; others are deleted, since they contain an address and a hash. */
async function settle(db: Knex, mail: ClaimedMail, state: object): Promise<void> {
  if (mail.kind !== 'invitation') return dropMail(db, mail);
  const { id, attempts } = mail;
  await db('auth.outbox')
    .where({ id, attempts })
    .update({ ...state, due_at: null });
}

/** Gives up mails whose time is over and that nobody is sending; at most 500. */
export async function giveUpOverdue(db: Knex): Promise<GivenUp[]> {
  const { rows } = await db.raw<{ rows: GivenUp[] }>(
    `with overdue as (
       select id from auth.outbox where gives_up_at <= clock_timestamp() and due_at <= clock_timestamp()
       limit ${BATCH} for update skip locked),
     forgotten as (
       delete from auth.outbox m using overdue where m.id = overdue.id and m.kind <> 'invitation'
       returning m.id, m.kind, m.attempts, m.error),
     failed as (
       update auth.outbox m set due_at = null, failed_at = clock_timestamp(), error = coalesce(m.error, :untried)
       from overdue where m.id = overdue.id and m.kind = 'invitation' returning m.id, m.kind, m.attempts, m.error)
     select id, kind, attempts, coalesce(error, :untried) as error from (table forgotten union all table failed) given_up`,
    { untried: 'The mail was not sent in time.' },
  );
  return rows;
}

/** Moves mails of invitations that processes of the previous release wrote in their old place. */
export async function adoptInvitationMails(db: Knex): Promise<void> {
  await db.raw(
    `with taken as (
       update auth.invitations set mail_due_at = null
       where mail_due_at <= clock_timestamp() and status = 'pending' and expires_at > clock_timestamp() returning *)
     insert into auth.outbox (id, kind, email, invitation_id, created_at, gives_up_at, attempts, error)
     select gen_random_uuid(), 'invitation', email, id, created_at, expires_at, mail_attempts, mail_error from taken
     on conflict (invitation_id) do nothing`,
  );
}
