import type { Knex } from '@tripline/service';

/**
 * Asks for a new count of the owner's accounts that forward something to this one, in the caller's transaction: what was found here may
 * change what is seen of them. A worker takes them from there; asked for twice, an account is counted once.
 */
export async function askForRecounts(
  trx: Knex,
  accountId: string,
  { because, scanId }: { readonly because: string; readonly scanId: string },
): Promise<void> {
  await trx.raw(
    `insert into coverage.recounts (account_id, because, scan_id, asked_at)
     select distinct b.id, :because, cast(:scanId as uuid), now()
     from coverage.cloud_accounts a
       join coverage.cloud_accounts b on b.owner_id = a.owner_id and b.provider = a.provider and b.id <> a.id
       join coverage.account_cells c on c.account_id = b.id and c.forwards is not null
       cross join lateral json_to_recordset(c.forwards) as x(account text)
     where a.id = :accountId and x.account = a.external_account_id
     on conflict (account_id) do update set because = excluded.because, scan_id = excluded.scan_id`,
    { accountId, because, scanId },
  );
}
