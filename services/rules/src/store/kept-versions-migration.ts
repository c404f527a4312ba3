import type { Migration } from '@tripline/service';

/**
 * Of a rule the first version and the latest 49 are kept. A version's title and size stand beside its content, so that a list of versions reads no
 * content. A generation knows the key and title of each rule it gave, also of those that are deleted later. What the release before this one writes has
 * no titles.
 */
export const keptVersions: Migration = {
  name: '0004-kept-versions',
  async up(trx) {
    await trx.raw(`
      alter table rules.rule_versions
        add column title text,
        add column bytes integer not null generated always as (octet_length(content::text)) stored;
      alter table rules.generations add column rules json;

      -- Postgres reads no field of a json value that holds an escaped NUL anywhere; such a version is shown with its rule's title.
      create function rules.title_in(content json) returns text language plpgsql immutable as $$
      begin
        return content ->> 'title';
      exception when others then
        return null;
      end $$;
      delete from rules.rule_versions versions using rules.rules rules
        where rules.id = versions.rule_id and versions.version > 1 and versions.version <= rules.version - 49;
      update rules.rule_versions set title = rules.title_in(content);
      update rules.generations generations set rules = coalesce((
        select json_agg(json_build_object('key', rules.key, 'title', coalesce(versions.title, rules.title)) order by given.position)
        from rules.generation_rules given
        join rules.rules rules on rules.id = given.rule_id
        left join rules.rule_versions versions on versions.rule_id = given.rule_id and versions.version = given.version
        where given.generation_id = generations.id), '[]');
      drop function rules.title_in(json);

      create or replace function rules.join_rules_of_ended_team() returns trigger
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      declare
        pair record;
      begin
        for pair in
          select team_rule.id as team_rule, own_rule.id as own_rule, own_rule.version as base,
                 own_rule.version + team_rule.version as newest
          from rules.rules team_rule
          join rules.rules own_rule on own_rule.owner_id = team_rule.created_by and own_rule.key = team_rule.key
          where team_rule.team_id = old.id
          for update
        loop
          update rules.rule_versions set rule_id = pair.own_rule, version = version + pair.base
            where rule_id = pair.team_rule;
          delete from rules.rule_versions
            where rule_id = pair.own_rule and version > 1 and version <= pair.newest - 49;
          update rules.generation_rules set rule_id = pair.own_rule, version = version + pair.base
            where rule_id = pair.team_rule;
          update rules.rules own_rule
            set version = pair.newest, title = team_rule.title, description = team_rule.description,
                level = team_rule.level, platform = team_rule.platform, techniques = team_rule.techniques,
                detection_values = team_rule.detection_values, state = team_rule.state, updated_at = now()
            from rules.rules team_rule where team_rule.id = pair.team_rule and own_rule.id = pair.own_rule;
          delete from rules.rules where id = pair.team_rule;
        end loop;
        return old;
      end $$;
    `);
  },
};
