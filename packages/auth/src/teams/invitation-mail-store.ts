import type { Knex } from '@tripline/service';
import type { GrantedRole } from './team-model.js';

/** What the mail of an invitation says. */
export interface DueMail {
  invitationId: string;
  email: string;
  role: GrantedRole;
  expiresAt: Date;
  teamName: string;
  /** Null once whoever invited is gone. */
  invitedBy: string | null;
}

/** Longer than any attempt takes: after it, a mail whose sender died is due again. */
const LEASE_SECONDS = 120;

/** Invitations whose mail is due, the longest due first; at most 500. */
export async function findDueMails(db: Knex): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    `select id from auth.invitations
     where mail_due_at <= clock_timestamp() and status = 'pending' and expires_at > clock_timestamp()
     order by mail_due_at limit 500`,
  );
  return rows.map(({ id }) => id);
}

/** Takes a due mail for one attempt, so that nobody else sends it meanwhile; undefined when it is not due (any more). */
export async function claimDueMail(db: Knex, invitationId: string): Promise<DueMail | undefined> {
  const { rows } = await db.raw<{ rows: DueMail[] }>(
    `update auth.invitations i
     set mail_attempts = mail_attempts + 1, mail_due_at = clock_timestamp() + make_interval(secs => ?)
     from auth.teams t
     where i.id = ? and t.id = i.team_id and i.status = 'pending' and i.expires_at > clock_timestamp()
       and i.mail_due_at <= clock_timestamp()
     returning i.id as "invitationId", i.email, i.role, i.expires_at as "expiresAt", t.name as "teamName",
       (select u.email from auth.users u where u.id = i.invited_by) as "invitedBy"`,
    [LEASE_SECONDS, invitationId],
  );
  return rows[0];
}

/** The mail server has taken the mail. */
export async function markMailSent(db: Knex, invitationId: string): Promise<void> {
  await db('auth.invitations')
    .where({ id: invitationId })
    .update({ mail_sent_at: db.raw('clock_timestamp()'), mail_due_at: null, mail_error: null });
}

/** The attempt failed: the next one is due later, `baseSeconds` after the first and twice as long after each further, at most an hour. */
export async function markMailFailed(db: Knex, invitationId: string, why: string, baseSeconds: number): Promise<void> {
  await db('auth.invitations')
    .where({ id: invitationId })
    .whereNotNull('mail_due_at')
    .update({
      mail_error: why,
      mail_due_at: db.raw(
        'clock_timestamp() + make_interval(secs => least(3600, ? * power(2, least(mail_attempts, 20) - 1)))',
        [baseSeconds],
      ),
    });
}
