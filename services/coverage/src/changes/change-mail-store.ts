import type { Knex } from '@tripline/service';

const TABLE = 'coverage.change_mails';

/** A user's address; null for a service account, which has no mailbox. */
export async function mailboxOf(db: Knex, userId: string): Promise<string | null> {
  const row = await db('auth.users as u')
    .leftJoin('auth.service_accounts as s', 's.user_id', 'u.id')
    .where('u.id', userId)
    .whereNull('s.user_id')
    .first<{ email: string } | undefined>('u.email');
  return row?.email ?? null;
}

/** Whether a user asked for mails about an account. */
export async function wantsMails(db: Knex, accountId: string, userId: string): Promise<boolean> {
  return (await db(TABLE).where({ account_id: accountId, user_id: userId }).first('user_id')) !== undefined;
}

/** Turns a user's mails about an account on or off. */
export async function setMails(trx: Knex, accountId: string, userId: string, enabled: boolean): Promise<void> {
  const row = { account_id: accountId, user_id: userId };
  if (enabled) await trx(TABLE).insert(row).onConflict().ignore();
  else await trx(TABLE).where(row).delete();
}

/** A verified address of somebody who asked for mails about accounts of an event and may read them still, with these accounts. */
export interface ChangeReader {
  readonly userId: string;
  readonly email: string;
  readonly accountIds: readonly string[];
  /** The name of the first. */
  readonly account: string;
}

/** Who is to be told of an event by mail, each of the accounts that they asked for; nobody who has had a mail of it. */
export async function readersOfEvent(trx: Knex, eventId: string): Promise<ChangeReader[]> {
  const { rows } = await trx.raw<{ rows: ChangeReader[] }>(
    `select u.id as "userId", u.email, array_agg(a.id order by a.name, a.id) as "accountIds", (array_agg(a.name order by a.name, a.id))[1] as account
     from (select distinct account_id from coverage.changes where event_id = :eventId) c
       join coverage.cloud_accounts a on a.id = c.account_id
       join ${TABLE} m on m.account_id = a.id
       join auth.users u on u.id = m.user_id and u.email_verified
     where (a.owner_id = u.id or exists (select from auth.memberships t where t.team_id = a.team_id and t.user_id = u.id))
       and not exists (select from coverage.change_events e where e.id = :eventId and u.id = any(e.told_users))
     group by u.id, u.email order by u.email`,
    { eventId },
  );
  return rows;
}

/** Notes who has had a mail of an event. */
export async function noteReaders(trx: Knex, eventId: string, userIds: readonly string[]): Promise<void> {
  await trx('coverage.change_events')
    .where({ id: eventId })
    .update({ told_users: trx.raw('told_users || cast(? as uuid[])', [[...userIds]]) });
}
