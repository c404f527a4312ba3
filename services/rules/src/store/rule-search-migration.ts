import type { Knex, Migration } from '@tripline/service';
import type { PlatformId } from '@tripline/sigma';
import { searchNames } from '../rule/rule-search.js';

interface NamedRow {
  readonly id: string;
  readonly techniques: string[];
  readonly platform: PlatformId | null;
  readonly yaml: string | null;
}

/** How many rules are given their names at once. */
const BATCH = 1000;
/** What stands between words: spaces, punctuation and signs of every script, and none of its letters and digits. */
const BETWEEN_WORDS = String.raw`[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u2bff\u3000-\u3003\u3008-\u301f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]+`;
/** The id of a sub-technique, also half typed: one word, whose parts say nothing. */
const SUB_TECHNIQUE = String.raw`\mt[0-9]{1,4}\.[0-9]{0,3}`;

/**
 * One search over all that a rule says (decision 61). The database makes `search_words` from the row's own columns, so that nothing that writes a
 * row can forget it; `search_names` is what the row does not hold otherwise, written by the service. `#` marks the techniques that a rule is tagged
 * with.
 */
export const ruleSearch: Migration = {
  name: '0012-rule-search',
  async up(trx) {
    // A cluster's locale may fold the case of ASCII alone, as that of `npm start` does. ICU folds all of it, where Postgres was built with it.
    const { rows } = await trx.raw<{ rows: unknown[] }>(
      `select from pg_collation where collname = 'und-x-icu' and collnamespace = 'pg_catalog'::regnamespace`,
    );
    const folded = `lower(source${rows.length > 0 ? ' collate pg_catalog."und-x-icu"' : ''}) collate "C"`;
    await trx.raw(`
      create function rules.words_of(source text) returns text[] language sql immutable strict parallel safe as $$
        select array(
          select left(word, 64) from regexp_split_to_table(${folded}, '${BETWEEN_WORDS}') as word where word <> ''
          union select found[1] from regexp_matches(${folded}, '${SUB_TECHNIQUE}', 'g') as found)
      $$;

      create function rules.search_words(texts text[], techniques text[]) returns tsvector language sql immutable strict parallel safe as $$
        select array_to_tsvector(
          rules.words_of(array_to_string(texts || techniques, ' ')) || array(select '#' || lower(id) from unnest(techniques) as id where id <> ''))
      $$;

      -- Rules in which each word of the text begins a word. A text without a word finds nothing.
      create function rules.search_query(source text) returns tsquery language sql immutable strict parallel safe as $$
        select coalesce(string_agg('''' || left(word, 64) || ''':*', ' & '), '')::tsquery from (
          select word from regexp_split_to_table(regexp_replace(${folded}, '${SUB_TECHNIQUE}', ' ', 'g'), '${BETWEEN_WORDS}') as word where word <> ''
          union select found[1] from regexp_matches(${folded}, '${SUB_TECHNIQUE}', 'g') as found) as words (word)
      $$;

      alter table rules.rules add column search_names text not null default '';
      -- A deleted rule that is restored is found as before.
      alter table if exists rules.deleted_rules add column search_names text not null default '';
    `);
    await nameRules(trx);
    await trx.raw(`
      alter table rules.rules add column search_words tsvector not null generated always as (
        rules.search_words(array[title, description, source_title, search_names] || detection_values, techniques)) stored;
      create index rules_by_word on rules.rules using gin (search_words);
    `);
    await carryNames(trx);
  },
};

/** Gives the rules that there are the names of their techniques and logs. */
async function nameRules(trx: Knex.Transaction): Promise<void> {
  // Postgres reads no field of a json value that holds an escaped NUL anywhere; such a rule is found by all but its log.
  await trx.raw(`
    create function rules.yaml_in(content json) returns text language plpgsql immutable as $$
    begin
      return content ->> 'yaml';
    exception when others then
      return null;
    end $$`);
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await trx.raw<{ rows: NamedRow[] }>(
      `select rules.id, techniques, platform, rules.yaml_in(content) as yaml
       from rules.rules rules left join rules.rule_versions versions on versions.rule_id = rules.id and versions.version = rules.version
       where rules.id > ? order by rules.id limit ${BATCH}`,
      [after],
    );
    const last = rows.at(-1);
    if (last === undefined) break;
    await trx.raw(
      `update rules.rules rules set search_names = named.names
       from unnest(?::uuid[], ?::text[]) as named (id, names) where rules.id = named.id`,
      [rows.map(({ id }) => id), rows.map((row) => searchNames({ ...row, yaml: row.yaml ?? '', evidence: [] }))],
    );
    after = last.id;
  }
  await trx.raw('drop function rules.yaml_in(json)');
}

/** The join of an ended team's rules, as the steps before have left it, takes the column along. */
async function carryNames(trx: Knex.Transaction): Promise<void> {
  const { rows } = await trx.raw<{ rows: [{ source: string }] }>(
    `select pg_get_functiondef('rules.join_rules_of_ended_team()'::regprocedure) as source`,
  );
  const values = 'detection_values = team_rule.detection_values,';
  const [{ source }] = rows;
  if (!source.includes(values)) throw new Error('rules.join_rules_of_ended_team() does not copy detection_values');
  // A function may hold question marks, which knex reads as bindings.
  await trx.raw(source.replace(values, `${values} search_names = team_rule.search_names,`).replaceAll('?', '\\?'));
}
