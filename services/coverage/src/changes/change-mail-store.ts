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

/** The verified addresses of those who asked for mails about an account and may read it still. */
export async function mailReaders(trx: Knex, accountId: string): Promise<{ account: string; emails: string[] }> {
  const { rows } = await trx.raw<{ rows: { account: string; email: string | null }[] }>(
    `select a.name as account, u.email from coverage.cloud_accounts a
       left join (${TABLE} m join auth.users u on u.id = m.user_id and u.email_verified) on m.account_id = a.id
         and (a.owner_id = u.id or exists (select from auth.memberships t where t.team_id = a.team_id and t.user_id = u.id))
     where a.id = ? order by u.email`,
    [accountId],
  );
  return { account: rows[0]?.account ?? '', emails: rows.flatMap(({ email }) => email ?? []) };
}
