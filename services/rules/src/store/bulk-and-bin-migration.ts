import type { Migration } from '@tripline/service';

/**
 * Deleted rules with their versions, and with their places in generations, lie in tables of their own: nothing that reads rules finds them,
 * and no trigger counts them. Jobs over many rules and what they have done so far.
 */
export const bulkAndBin: Migration = {
  name: '0011-bulk-and-bin',
  async up(trx) {
    await trx.raw(`
      -- Generations are named without a foreign key: whoever deletes one would wait for the rules that are being deleted, and they for it.
      create table rules.deleted_rules (
        id uuid primary key,
        key uuid not null,
        created_by uuid not null,
        team_id uuid references auth.teams on delete set null,
        owner_id uuid not null generated always as (coalesce(team_id, created_by)) stored,
        generation_id uuid,
        source_input_type text not null,
        source_url text,
        source_title text not null,
        version integer not null,
        title text not null,
        description text not null,
        level text not null,
        platform text,
        techniques text[] not null,
        detection_values text[] not null,
        state text not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        deleted_at timestamptz not null,
        deleted_by uuid not null,
        bulk_job_id uuid
      );
      create index deleted_rules_by_owner on rules.deleted_rules (owner_id, deleted_at desc, id desc);
      create index deleted_rules_by_key on rules.deleted_rules (owner_id, key);
      create index deleted_rules_by_age on rules.deleted_rules (deleted_at);
      create index deleted_rules_by_team on rules.deleted_rules (team_id) where team_id is not null;
      create index deleted_rules_by_job on rules.deleted_rules (bulk_job_id) where bulk_job_id is not null;

      create table rules.deleted_rule_versions (
        rule_id uuid not null references rules.deleted_rules (id) on delete cascade,
        version integer not null,
        created_by uuid not null,
        created_at timestamptz not null,
        content_sha256 text not null,
        content json not null,
        title text,
        pipeline_id uuid,
        pipeline_sha256 text,
        primary key (rule_id, version)
      );

      create table rules.deleted_generation_rules (
        generation_id uuid not null,
        position integer not null,
        rule_id uuid not null references rules.deleted_rules (id) on delete cascade,
        version integer not null,
        primary key (rule_id, generation_id, position)
      );

      create table rules.bulk_jobs (
        id uuid primary key,
        created_by uuid not null,
        team_id uuid,
        action text not null check (action in ('delete', 'state', 'export')),
        options json not null,
        actor json not null,
        total integer not null,
        position integer not null default 0,
        done integer not null default 0,
        failures integer not null default 0,
        batch integer,
        created_at timestamptz not null,
        moved_at timestamptz,
        due_at timestamptz not null,
        ended_at timestamptz,
        failed boolean not null default false
      );
      create index bulk_jobs_by_maker on rules.bulk_jobs (created_by, created_at desc);
      create index bulk_jobs_open on rules.bulk_jobs (due_at) where ended_at is null;
      create index bulk_jobs_by_age on rules.bulk_jobs (ended_at) where ended_at is not null;

      -- The rules that were chosen when the job was made; a key of which there was no rule has none. Why one was not done stands beside it.
      create table rules.bulk_job_rules (
        job_id uuid not null references rules.bulk_jobs (id) on delete cascade,
        position integer not null,
        rule_id uuid,
        key uuid not null,
        title text,
        reason text,
        message text,
        primary key (job_id, position)
      );
      create index bulk_job_rules_not_done on rules.bulk_job_rules (job_id, reason, position) where reason is not null;

      -- The parts of an export's zip, in order.
      create table rules.bulk_job_files (
        job_id uuid not null references rules.bulk_jobs (id) on delete cascade,
        position integer not null,
        bytes bytea not null,
        primary key (job_id, position)
      );

      create or replace function rules.delete_own_of_user() returns trigger
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      begin
        delete from rules.bulk_jobs where created_by = old.id;
        delete from rules.generations where owner_id = old.id;
        delete from rules.rules where owner_id = old.id;
        delete from rules.deleted_rules where owner_id = old.id;
        delete from rules.pipelines where owner_id = old.id;
        delete from rules.storage_changes where owner_id = old.id;
        return old;
      end $$;

      -- As with the rules that are not deleted: those of makers who are gone, or are service accounts, go to the team's owner.
      create function rules.hand_over_deleted_rules() returns trigger
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      begin
        update rules.deleted_rules set created_by = old.owner_id
          where team_id = old.id
            and (not exists (select 1 from auth.users u where u.id = created_by)
              or exists (select 1 from auth.service_accounts s where s.user_id = created_by));
        return old;
      end $$;
      revoke all on function rules.hand_over_deleted_rules() from public;
      create trigger deleted_rules_of_ended_team before delete on auth.teams
        for each row execute function rules.hand_over_deleted_rules();
    `);
  },
};
