import type { Migration } from '@tripline/service';

/** What cells forward to other accounts and scopes, what detections hear of it, and the accounts that are to be counted anew. */
export const sights: Migration = {
  name: '0020-sights',
  async up(trx) {
    await trx.raw(`
      alter table coverage.scan_cells add column forwards json;
      alter table coverage.account_cells add column forwards json;
      alter table coverage.detections add column hears text[];

      -- Accounts whose coverage hangs on what was found in another: one row, however many changes ask for it.
      create table coverage.recounts (
        account_id uuid primary key references coverage.cloud_accounts (id) on delete cascade,
        because text not null,
        asked_at timestamptz not null
      );

      -- What an account's detections saw of others is no longer seen once it goes away or to another owner, and its own is seen by others then.
      create function coverage.recount_around(number text, owner uuid, but uuid) returns void
      language sql security definer set search_path = pg_catalog, pg_temp as $$
        insert into coverage.recounts (account_id, because, asked_at)
        select distinct b.id, 'account ' || number, now()
        from coverage.cloud_accounts b
          join coverage.account_cells c on c.account_id = b.id and c.forwards is not null
          cross join lateral json_to_recordset(c.forwards) as x(account text)
        where b.owner_id = owner and b.id <> but and x.account = number
        on conflict (account_id) do nothing
      $$;
      revoke all on function coverage.recount_around(text, uuid, uuid) from public;
      create function coverage.recount_others() returns trigger
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      begin
        perform coverage.recount_around(old.external_account_id, old.owner_id, old.id);
        if tg_op = 'DELETE' then return old; end if;
        perform coverage.recount_around(new.external_account_id, new.owner_id, new.id);
        insert into coverage.recounts (account_id, because, asked_at)
          values (new.id, 'account ' || new.external_account_id, now()) on conflict (account_id) do nothing;
        return new;
      end $$;
      revoke all on function coverage.recount_others() from public;
      create trigger accounts_recount_others before delete on coverage.cloud_accounts
        for each row execute function coverage.recount_others();
      create trigger accounts_recount_others_of_owner after update on coverage.cloud_accounts
        for each row when (old.owner_id is distinct from new.owner_id) execute function coverage.recount_others();
    `);
  },
};
