import type { Migration } from '@tripline/service';

/**
 * When a team ends, what was made in it goes back to its makers, in the transaction that ends it: `team_id` becomes null, and the generated owner the
 * maker. A rule whose maker has one of the same key from outside the team is joined with that one first, its versions after the other's.
 */
export const endedTeams: Migration = {
  name: '0003-ended-teams',
  async up(trx) {
    await trx.raw(`
      create index generations_team on rules.generations (team_id) where team_id is not null;
      create index rules_team on rules.rules (team_id) where team_id is not null;
      alter table rules.generations add foreign key (team_id) references auth.teams on delete set null;
      alter table rules.rules add foreign key (team_id) references auth.teams on delete set null;

      create function rules.join_rules_of_ended_team() returns trigger
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      declare
        pair record;
      begin
        for pair in
          select team_rule.id as team_rule, own_rule.id as own_rule, own_rule.version as base
          from rules.rules team_rule
          join rules.rules own_rule on own_rule.owner_id = team_rule.created_by and own_rule.key = team_rule.key
          where team_rule.team_id = old.id
          for update
        loop
          update rules.rule_versions set rule_id = pair.own_rule, version = version + pair.base
            where rule_id = pair.team_rule;
          update rules.generation_rules set rule_id = pair.own_rule, version = version + pair.base
            where rule_id = pair.team_rule;
          update rules.rules own_rule
            set version = pair.base + team_rule.version, title = team_rule.title, description = team_rule.description,
                level = team_rule.level, platform = team_rule.platform, techniques = team_rule.techniques,
                detection_values = team_rule.detection_values, state = team_rule.state, updated_at = now()
            from rules.rules team_rule where team_rule.id = pair.team_rule and own_rule.id = pair.own_rule;
          delete from rules.rules where id = pair.team_rule;
        end loop;
        return old;
      end $$;
      revoke all on function rules.join_rules_of_ended_team() from public;
      create trigger rules_of_ended_team before delete on auth.teams
        for each row execute function rules.join_rules_of_ended_team();
    `);
  },
};
