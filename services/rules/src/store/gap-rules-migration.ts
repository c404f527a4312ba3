import type { Migration } from '@tripline/service';

/**
 * Which rules were asked for to close which gap of the coverage service, and the outbox of what that service is to be told of them. Triggers write
 * the outbox, in the transaction of the change, since rules change in many ways: one by one, by jobs, into the bin and out of it, with teams that end and
 * accounts that are deleted. A rule keeps its id in the bin, so its gaps stay known there.
 */
export const gapRules: Migration = {
  name: '0013-gap-rules',
  async up(trx) {
    await trx.raw(`
      create table rules.gap_rules (
        rule_id uuid not null,
        account_id uuid not null,
        technique_id text not null,
        asked_at timestamptz not null,
        primary key (rule_id, account_id, technique_id)
      );

      -- A rule's changes wait for each other's row lock, so the later one has the higher number.
      create table rules.gap_rule_events (
        seq bigint primary key generated always as identity,
        owner_id uuid not null,
        maker_id uuid not null,
        account_id uuid not null,
        technique_id text not null,
        rule_key uuid not null,
        state text not null
      );

      create function rules.tell_of_gap_rules() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          insert into rules.gap_rule_events (owner_id, maker_id, account_id, technique_id, rule_key, state)
            select now_is.owner_id, now_is.created_by, gaps.account_id, gaps.technique_id, now_is.key, now_is.state
            from new_rows now_is join rules.gap_rules gaps on gaps.rule_id = now_is.id;
        elsif tg_op = 'UPDATE' then
          insert into rules.gap_rule_events (owner_id, maker_id, account_id, technique_id, rule_key, state)
            select was.owner_id, was.created_by, gaps.account_id, gaps.technique_id, was.key, 'deleted'
            from old_rows was join new_rows now_is using (id) join rules.gap_rules gaps on gaps.rule_id = id
            where was.owner_id <> now_is.owner_id;
          insert into rules.gap_rule_events (owner_id, maker_id, account_id, technique_id, rule_key, state)
            select now_is.owner_id, now_is.created_by, gaps.account_id, gaps.technique_id, now_is.key, now_is.state
            from old_rows was join new_rows now_is using (id) join rules.gap_rules gaps on gaps.rule_id = id
            where was.owner_id <> now_is.owner_id or was.state <> now_is.state;
        else
          insert into rules.gap_rule_events (owner_id, maker_id, account_id, technique_id, rule_key, state)
            select was.owner_id, was.created_by, gaps.account_id, gaps.technique_id, was.key, 'deleted'
            from old_rows was join rules.gap_rules gaps on gaps.rule_id = was.id;
          delete from rules.gap_rules gaps using old_rows was
            where gaps.rule_id = was.id and not exists (select 1 from rules.deleted_rules where id = was.id);
        end if;
        return null;
      end $$;
      create trigger gap_rules_inserted after insert on rules.rules
        referencing new table as new_rows for each statement execute function rules.tell_of_gap_rules();
      create trigger gap_rules_updated after update on rules.rules
        referencing old table as old_rows new table as new_rows for each statement execute function rules.tell_of_gap_rules();
      create trigger gap_rules_deleted after delete on rules.rules
        referencing old table as old_rows for each statement execute function rules.tell_of_gap_rules();

      create function rules.forget_gaps_of_purged_rules() returns trigger language plpgsql as $$
      begin
        delete from rules.gap_rules gaps using old_rows was
          where gaps.rule_id = was.id and not exists (select 1 from rules.rules where id = was.id);
        return null;
      end $$;
      create trigger gap_rules_purged after delete on rules.deleted_rules
        referencing old table as old_rows for each statement execute function rules.forget_gaps_of_purged_rules();

      -- Whoever is deleted is erased by the coverage service itself. Triggers fire in the order of their names: after rules_of_deleted_user.
      create function rules.forget_gap_events_of_user() returns trigger
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      begin
        delete from rules.gap_rule_events where owner_id = old.id;
        return old;
      end $$;
      revoke all on function rules.forget_gap_events_of_user() from public;
      create trigger rules_of_deleted_user_untold before delete on auth.users
        for each row execute function rules.forget_gap_events_of_user();

      -- A rule of an ended team that is joined with its maker's own of the same key leaves its gaps to that one; before rules_of_ended_team, which joins.
      create function rules.join_gaps_of_ended_team() returns trigger
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      begin
        insert into rules.gap_rules (rule_id, account_id, technique_id, asked_at)
          select own_rule.id, gaps.account_id, gaps.technique_id, gaps.asked_at
          from rules.rules team_rule
          join rules.rules own_rule on own_rule.owner_id = team_rule.created_by and own_rule.key = team_rule.key
          join rules.gap_rules gaps on gaps.rule_id = team_rule.id
          where team_rule.team_id = old.id
          on conflict do nothing;
        return old;
      end $$;
      revoke all on function rules.join_gaps_of_ended_team() from public;
      create trigger rules_of_deleted_makers_gaps before delete on auth.teams
        for each row execute function rules.join_gaps_of_ended_team();
    `);
  },
};
