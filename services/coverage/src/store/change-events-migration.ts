import type { Migration } from '@tripline/service';

/** Changes with one cause are one event: one in the feed over all accounts, one mail, one webhook. */
export const changeEvents: Migration = {
  name: '0022-change-events',
  async up(trx) {
    await trx.raw(`
      create table coverage.change_events (
        id uuid primary key,
        -- Whose accounts were looked at when it began; accounts of others never join it.
        owner_id uuid not null,
        -- The scan that began it; null for what people said or declared.
        scan_id uuid,
        because text not null,
        -- The logs that stopped arriving with it, by which other accounts' scans find it.
        feeds text[] not null default '{}',
        at timestamptz not null,
        -- Whether there is something of it to tell, which waits while more may come; when it was first told, and who has had a mail of it.
        is_due boolean not null,
        told_at timestamptz,
        told_users uuid[] not null default '{}'
      );
      create index change_events_by_owner on coverage.change_events (owner_id, at desc, id desc);
      create index change_events_due on coverage.change_events (at) where is_due;
      create index change_events_by_scan on coverage.change_events (scan_id) where scan_id is not null;

      alter table coverage.changes add column event_id uuid references coverage.change_events (id) on delete set null;
      create index changes_by_event on coverage.changes (event_id) where event_id is not null;

      -- The scan that asked for the count.
      alter table coverage.recounts add column scan_id uuid;

      -- The logs that did not arrive when the feed last spoke of the account.
      alter table coverage.cloud_accounts add column told_feeds text[] not null default '{}';
      update coverage.cloud_accounts a set told_feeds = coalesce((
        select array_agg(distinct f.arn) from coverage.account_cells c
          cross join lateral json_to_recordset(c.feeds) as f(arn text, gap text)
        where c.account_id = a.id and c.feeds is not null and f.arn is not null and f.gap is not null and f.gap <> 'unread'), '{}');

      create function coverage.delete_change_events_of_owner() returns trigger
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      begin
        delete from coverage.change_events where owner_id = old.id;
        return old;
      end $$;
      revoke all on function coverage.delete_change_events_of_owner() from public;
      create trigger change_events_of_deleted_user before delete on auth.users
        for each row execute function coverage.delete_change_events_of_owner();
      create trigger change_events_of_ended_team before delete on auth.teams
        for each row execute function coverage.delete_change_events_of_owner();
    `);
  },
};
