import type { Knex } from '@tripline/service';
import { createRandomToken, hashToken } from '../accounts/random-token.js';
import type { GrantedRole, Invitation, InvitationStatus } from './team-model.js';

/** Days an invitation can be accepted, and holds a seat. */
const LIFETIME_DAYS = 7;
/** Days the owner and admins still see what became of an invitation that did not bring a member. */
const SHOWN_DAYS = 30;
const KEPT_DAYS = 90;
const BATCH = 500;

interface InvitationRow {
  id: string;
  email: string;
  role: GrantedRole;
  status: InvitationStatus;
  expires_at: Date;
  mail_due_at: Date | null;
  mail_attempts: number;
  mail_sent_at: Date | null;
  mail_error: string | null;
}

/** What is past its time is expired, whether or not the upkeep job has come to mark it. */
const COLUMNS = `
  id, email, role, expires_at, mail_due_at, mail_attempts, mail_sent_at, mail_error,
  case when status = 'pending' and expires_at <= clock_timestamp() then 'expired' else status end as status`;

function toInvitation(row: InvitationRow): Invitation {
  const { id, email, role, status, expires_at: expiresAt, mail_attempts: attempts, mail_error: error } = row;
  const sentAt = row.mail_sent_at;
  const isMailed = sentAt !== null || row.mail_due_at !== null || attempts > 0;
  const mailStatus = sentAt !== null ? 'sent' : error === null ? 'queued' : 'retrying';
  return {
    id,
    email,
    role,
    status,
    expiresAt,
    mail: isMailed ? { status: mailStatus, attempts, sentAt, error } : null,
  };
}

/**
 * Inserts an invitation that is good for 7 days.
 * @param mailed whether a mail is to go out, at once
 * @returns undefined when the address has a pending invitation into this team
 */
export async function insertInvitation(
  trx: Knex.Transaction,
  given: { id: string; teamId: string; email: string; role: GrantedRole; invitedBy: string; mailed: boolean },
): Promise<Invitation | undefined> {
  const { rows } = await trx.raw<{ rows: InvitationRow[] }>(
    `insert into auth.invitations (id, team_id, email, role, invited_by, created_at, expires_at, mail_due_at)
     values (:id, :teamId, :email, :role, :invitedBy, clock_timestamp(), clock_timestamp() + make_interval(days => :days),
             case when :mailed then clock_timestamp() end)
     on conflict (team_id, email) where status = 'pending' do nothing returning ${COLUMNS}`,
    { ...given, days: LIFETIME_DAYS },
  );
  return rows[0] === undefined ? undefined : toInvitation(rows[0]);
}

/** Mints a token that accepts or declines an invitation; only its hash is kept. */
export async function mintInvitationToken(db: Knex, invitationId: string): Promise<string> {
  const { token, hash } = createRandomToken();
  await db('auth.invitation_tokens').insert({ token_hash: hash, invitation_id: invitationId });
  return token;
}

/** Pending invitations of a team, and what lately became of others that brought no member; newest first. */
export async function listInvitations(db: Knex, teamId: string): Promise<Invitation[]> {
  const { rows } = await db.raw<{ rows: InvitationRow[] }>(
    `select ${COLUMNS} from auth.invitations
     where team_id = :teamId and (status = 'pending'
       or status in ('declined', 'expired') and settled_at > now() - make_interval(days => :days))
     order by created_at desc, id desc limit :most`,
    { teamId, days: SHOWN_DAYS, most: BATCH },
  );
  return rows.map(toInvitation);
}

/** The invitation a token belongs to, and its team. */
export async function findByToken(db: Knex, token: string): Promise<{ id: string; teamId: string } | undefined> {
  const { rows } = await db.raw<{ rows: { id: string; teamId: string }[] }>(
    `select i.id, i.team_id as "teamId" from auth.invitation_tokens t join auth.invitations i on i.id = t.invitation_id
     where t.token_hash = ?`,
    [hashToken(token)],
  );
  return rows[0];
}

/** An invitation of a team, held until the transaction ends. */
export async function lockInvitation(
  trx: Knex.Transaction,
  teamId: string,
  id: string,
): Promise<Invitation | undefined> {
  const { rows } = await trx.raw<{ rows: InvitationRow[] }>(
    `select ${COLUMNS} from auth.invitations where team_id = ? and id = ? for update`,
    [teamId, id],
  );
  return rows[0] === undefined ? undefined : toInvitation(rows[0]);
}

/** Says what became of an invitation; no further mail goes out for it. */
export async function settleInvitation(
  trx: Knex.Transaction,
  id: string,
  status: Exclude<InvitationStatus, 'pending'>,
): Promise<void> {
  await trx('auth.invitations')
    .where({ id })
    .update({ status, settled_at: trx.raw('clock_timestamp()'), mail_due_at: null });
}

/** Whether a pending invitation waits for an address, in any team. */
export async function isInvited(db: Knex, email: string): Promise<boolean> {
  const { rows } = await db.raw<{ rows: object[] }>(
    `select 1 from auth.invitations where email = ? and status = 'pending' and expires_at > clock_timestamp() limit 1`,
    [email],
  );
  return rows.length > 0;
}

/**
 * Marks up to 500 invitations that are past their time as expired; those that another transaction holds are left to it.
 * @param teamId only of this team
 */
export async function settleOverdue(
  trx: Knex.Transaction,
  teamId: string | null = null,
): Promise<{ id: string; teamId: string; email: string; role: GrantedRole }[]> {
  const { rows } = await trx.raw<{ rows: { id: string; teamId: string; email: string; role: GrantedRole }[] }>(
    `update auth.invitations i set status = 'expired', settled_at = clock_timestamp(), mail_due_at = null
     from (select id from auth.invitations where status = 'pending' and expires_at <= clock_timestamp()
           and team_id = coalesce(:teamId::uuid, team_id) limit ${BATCH} for update skip locked) overdue
     where i.id = overdue.id returning i.id, i.team_id as "teamId", i.email, i.role`,
    { teamId },
  );
  return rows;
}

/** Forgets invitations that were settled 90 days ago. */
export async function forgetSettled(db: Knex): Promise<void> {
  await db('auth.invitations')
    .where('settled_at', '<', db.raw('now() - make_interval(days => ?)', [KEPT_DAYS]))
    .delete();
}
