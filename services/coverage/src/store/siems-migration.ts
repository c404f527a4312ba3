import type { Migration } from '@tripline/service';

/** SIEMs, the accounts that they are fed by, and their rules; each rule is a detection in every account that has its log. */
export const siems: Migration = {
  name: '0030-siems',
  async up(trx) {
    await trx.raw(`
      create table coverage.siems (
        id uuid primary key,
        created_by uuid not null,
        team_id uuid references auth.teams on delete set null,
        owner_id uuid not null generated always as (coalesce(team_id, created_by)) stored,
        name text not null,
        kind text not null,
        imported_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null
      );
      create index siems_by_owner on coverage.siems (owner_id);
      create index siems_team on coverage.siems (team_id) where team_id is not null;

      create table coverage.siem_accounts (
        siem_id uuid not null references coverage.siems (id) on delete cascade,
        account_id uuid not null references coverage.cloud_accounts (id) on delete cascade,
        primary key (siem_id, account_id)
      );
      create index siem_accounts_of on coverage.siem_accounts (account_id);

      create table coverage.siem_rules (
        id uuid primary key,
        siem_id uuid not null references coverage.siems (id) on delete cascade,
        -- What the product knows it by.
        key text not null,
        name text not null,
        description text,
        place text not null,
        language text not null,
        query text not null,
        claimed text[] not null,
        -- What the export says of whether it runs (RuleState); null is what its form does not tell.
        enabled boolean,
        schedule text,
        last_run_at timestamptz,
        last_alert_at timestamptz,
        failing text,
        idle text,
        sigma_id text,
        sigma_version text,
        read text not null,
        unread json not null,
        yaml text,
        -- What it looks for, by provider (DeclaredReading).
        readings json not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        unique (siem_id, key)
      );
      create index siem_rules_by_name on coverage.siem_rules (siem_id, name, id);

      alter table coverage.detections add column siem_rule_id uuid references coverage.siem_rules (id) on delete cascade;
      create index detections_of_siem_rule on coverage.detections (siem_rule_id) where siem_rule_id is not null;

      -- A SIEM is fed by accounts of its owner alone: where one of both goes to somebody else, they part.
      create function coverage.part_siems() returns trigger
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      begin
        delete from coverage.detections d using coverage.siem_rules r, coverage.siems s, coverage.cloud_accounts a
          where d.siem_rule_id = r.id and s.id = r.siem_id and a.id = d.account_id and s.owner_id <> a.owner_id
            and new.id in (s.id, a.id);
        delete from coverage.siem_accounts f using coverage.siems s, coverage.cloud_accounts a
          where s.id = f.siem_id and a.id = f.account_id and s.owner_id <> a.owner_id and new.id in (s.id, a.id);
        return new;
      end $$;
      revoke all on function coverage.part_siems() from public;
      create trigger accounts_part_siems after update on coverage.cloud_accounts
        for each row when (old.owner_id is distinct from new.owner_id) execute function coverage.part_siems();
      create trigger siems_part_accounts after update on coverage.siems
        for each row when (old.owner_id is distinct from new.owner_id) execute function coverage.part_siems();

      -- A deleted user's own SIEMs go with them; those of a team stay, and go to its owner when the team ends.
      create function coverage.delete_siems_of_user() returns trigger
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      begin
        delete from coverage.siems where owner_id = old.id;
        return old;
      end $$;
      revoke all on function coverage.delete_siems_of_user() from public;
      create trigger coverage_siems_of_deleted_user before delete on auth.users
        for each row execute function coverage.delete_siems_of_user();
      create function coverage.take_over_siems() returns trigger
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      begin
        update coverage.siems set created_by = old.owner_id
          where team_id = old.id and (not exists (select 1 from auth.users u where u.id = created_by)
            or created_by in (select user_id from auth.service_accounts where team_id = old.id));
        return old;
      end $$;
      revoke all on function coverage.take_over_siems() from public;
      create trigger coverage_siems_of_ending_team before delete on auth.teams
        for each row execute function coverage.take_over_siems();
    `);
  },
};
