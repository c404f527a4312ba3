import type { Migration } from '@tripline/service';

/**
 * Processing pipelines of users and teams, at most one of an owner being the default. A version of a rule says which pipeline made its conversions: null is
 * none. When a team ends, its pipelines go to their makers, and none of them is a default any more: the maker may have one.
 */
export const pipelines: Migration = {
  name: '0009-pipelines',
  async up(trx) {
    await trx.raw(`
      create table rules.pipelines (
        id uuid primary key,
        created_by uuid not null,
        team_id uuid references auth.teams on delete set null,
        owner_id uuid not null generated always as (coalesce(team_id, created_by)) stored,
        name text not null,
        text text not null,
        sha256 text not null,
        is_default boolean not null,
        bytes integer not null generated always as (octet_length(name) + octet_length(text)) stored,
        created_at timestamptz not null,
        updated_at timestamptz not null
      );
      create index pipelines_by_owner on rules.pipelines (owner_id, created_at, id);
      create index pipelines_by_team on rules.pipelines (team_id) where team_id is not null;
      create unique index pipelines_default on rules.pipelines (owner_id) where is_default;

      alter table rules.rule_versions
        add column pipeline_id uuid,
        add column pipeline_sha256 text;

      create function rules.count_pipelines() returns trigger language plpgsql as $$
      begin
        if tg_op <> 'INSERT' then
          insert into rules.storage_changes (owner_id, bytes) select owner_id, -sum(bytes) from old_rows group by owner_id;
        end if;
        if tg_op <> 'DELETE' then
          insert into rules.storage_changes (owner_id, bytes) select owner_id, sum(bytes) from new_rows group by owner_id;
        end if;
        return null;
      end $$;
      create trigger count_inserted after insert on rules.pipelines
        referencing new table as new_rows for each statement execute function rules.count_pipelines();
      create trigger count_updated after update on rules.pipelines
        referencing old table as old_rows new table as new_rows for each statement execute function rules.count_pipelines();
      create trigger count_deleted after delete on rules.pipelines
        referencing old table as old_rows for each statement execute function rules.count_pipelines();

      create or replace function rules.delete_own_of_user() returns trigger
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      begin
        delete from rules.generations where owner_id = old.id;
        delete from rules.rules where owner_id = old.id;
        delete from rules.pipelines where owner_id = old.id;
        delete from rules.storage_changes where owner_id = old.id;
        return old;
      end $$;

      -- Its name is after those of the triggers that need the makers, and the order between them means nothing.
      create function rules.hand_over_pipelines() returns trigger
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      begin
        update rules.pipelines
          set is_default = false,
              created_by = case
                when exists (select 1 from auth.users u where u.id = created_by)
                  and not exists (select 1 from auth.service_accounts s where s.user_id = created_by)
                then created_by else old.owner_id end
          where team_id = old.id;
        return old;
      end $$;
      revoke all on function rules.hand_over_pipelines() from public;
      create trigger pipelines_of_ended_team before delete on auth.teams
        for each row execute function rules.hand_over_pipelines();
    `);
  },
};
