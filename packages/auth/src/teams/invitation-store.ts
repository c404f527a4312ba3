import type { Knex } from '@tripline/service';
import { createRandomToken, hashToken } from '../secrets/random-token.js';
import type { GrantedRole, Invitation, InvitationMail, InvitationStatus } from './team-model.js';

/** Days during which an invitation can be accepted and holds a seat. */
const LIFETIME_DAYS = 7;
/** Days during which the owner and admins see the result of an invitation that brought no member. */
const SHOWN_DAYS = 30;
const KEPT_DAYS = 90;
const BATCH = 500;

interface InvitationRow {
  id: string;
  email: string;
  role: GrantedRole;
  status: InvitationStatus;
  expires_at: Date;
  /** Attempts at sending its mail; null where it has none. */
  attempts: number | null;
  sent_at: Date | null;
  failed_at: Date | null;
  error: string | null;
}

/** An overdue invitation counts as expired, whether or not the upkeep has marked it. */
const INVITATIONS = `
  select i.id, i.email, i.role, i.expires_at, m.attempts, m.sent_at, m.failed_at, m.error,
         case when i.status = 'pending' and i.expires_at <= clock_timestamp() then 'expired' else i.status end as status
  from auth.invitations i left join auth.outbox m on m.invitation_id = i.id`;

function toInvitation(row: InvitationRow): Invitation {
  const { attempts, email, error, expires_at: expiresAt, id, role, sent_at: sentAt, status } = row;
  return {
    id,
    email,
    role,
    status,
    expiresAt,
    mail: attempts === null ? null : { status: mailStatus(row), attempts, sentAt, error },
  };
}

function mailStatus(row: InvitationRow): InvitationMail['status'] {
  if (row.sent_at !== null) return 'sent';
  if (row.failed_at !== null) return 'failed';
  return row.error === null ? 'queued' : 'retrying';
}

/** Inserts an invitation that is good for 7 days; false when the address has a pending one into this team. */
export async function insertInvitation(
  trx: Knex.Transaction,
  given: { id: string; teamId: string; email: string; role: GrantedRole; invitedBy: string },
): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: object[] }>(
    `insert into auth.invitations (id, team_id, email, role, invited_by, created_at, expires_at)
     values (:id, :teamId, :email, :role, :invitedBy, clock_timestamp(), clock_timestamp() + make_interval(days => :days))
     on conflict (team_id, email) where status = 'pending' do nothing returning id`,
    { ...given, days: LIFETIME_DAYS },
  );
  return rows.length === 1;
}

/** An invitation as the team sees it. @throws Error when there is none */
export async function viewInvitation(db: Knex, id: string): Promise<Invitation> {
  const { rows } = await db.raw<{ rows: InvitationRow[] }>(`${INVITATIONS} where i.id = ?`, [id]);
  if (rows[0] === undefined) throw new Error(`there is no invitation ${id}`);
  return toInvitation(rows[0]);
}

/** What the mail of an invitation says. */
export interface InvitationToMail {
  id: string;
  email: string;
  role: GrantedRole;
  expiresAt: Date;
  teamName: string;
  /** Null once the inviting user is deleted. */
  invitedBy: string | null;
}

/** An invitation to be mailed; undefined when it is settled, expired or gone with its team. */
export async function findInvitationToMail(db: Knex, id: string): Promise<InvitationToMail | undefined> {
  const { rows } = await db.raw<{ rows: InvitationToMail[] }>(
    `select i.id, i.email, i.role, i.expires_at as "expiresAt", t.name as "teamName",
            (select u.email from auth.users u where u.id = i.invited_by) as "invitedBy"
     from auth.invitations i join auth.teams t on t.id = i.team_id
     where i.id = ? and i.status = 'pending' and i.expires_at > clock_timestamp()`,
    [id],
  );
  return rows[0];
}

/** Makes a token that accepts or declines an invitation; only its hash is stored. */
export async function mintInvitationToken(db: Knex, invitationId: string): Promise<string> {
  const { token, hash } = createRandomToken();
  await db('auth.invitation_tokens').insert({ token_hash: hash, invitation_id: invitationId });
  return token;
}

/** Pending invitations of a team, and recent results of others that brought no member; newest first. */
export async function listInvitations(db: Knex, teamId: string): Promise<Invitation[]> {
  const { rows } = await db.raw<{ rows: InvitationRow[] }>(
    `${INVITATIONS}
     where i.team_id = :teamId and (i.status = 'pending'
       or i.status in ('declined', 'expired') and i.settled_at > now() - make_interval(days => :days))
     order by i.created_at desc, i.id desc limit :most`,
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

/** An invitation of a team, locked until the transaction ends. */
export async function lockInvitation(
  trx: Knex.Transaction,
  teamId: string,
  id: string,
): Promise<Invitation | undefined> {
  const { rows } = await trx.raw<{ rows: InvitationRow[] }>(
    `${INVITATIONS} where i.team_id = ? and i.id = ? for update of i`,
    [teamId, id],
  );
  return rows[0] === undefined ? undefined : toInvitation(rows[0]);
}

/** Settles an invitation; no mail is sent for it from now on. */
export async function settleInvitation(
  trx: Knex.Transaction,
  id: string,
  status: Exclude<InvitationStatus, 'pending'>,
): Promise<void> {
  await trx('auth.invitations')
    .where({ id })
    .update({ status, settled_at: trx.raw('clock_timestamp()') });
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
    `update auth.invitations i set status = 'expired', settled_at = clock_timestamp()
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
