import type { RuleBefore } from '@tripline/advisory';
import { type OwnerScope, ownerId } from '@tripline/auth';
import type { Knex } from '@tripline/service';
import { YAML_COLUMN } from './yaml-column.js';

/** Most rules of a document that are known again. */
const MOST_BEFORE = 2000;

/**
 * The rules that a document gave the scope's owner when it was read before, each in the version that the latest reading gave. A document is the
 * same by its bytes or by its address. Rules in the bin count, since a report that is read again restores them.
 */
export async function findRulesBefore(
  scope: OwnerScope,
  db: Knex,
  { sha256, url }: { readonly sha256: string; readonly url?: string },
): Promise<readonly RuleBefore[]> {
  const owner = ownerId(scope);
  // A document that is read every day has given each rule many times. Of readings that give the same, the latest counts (all that leave rules
  // out which the library covers, since what it covers changes), and of those the versions are chosen by their numbers first.
  const given = (prefix: '' | 'deleted_') => `
    select rules.key, content.yaml
    from (
      select distinct on (generated.rule_id) generated.rule_id, generated.version
      from (
        select distinct on (sha256, options_sha256, engine_version, varies) id
        from rules.generations
        cross join lateral (select case when options->>'skipCovered' = 'true' then id end as varies) as reading
        where owner_id = ? and (sha256 = ? or url = ?)
        order by sha256, options_sha256, engine_version, varies, id desc
      ) as readings
      join rules.${prefix}generation_rules as generated on generated.generation_id = readings.id
      order by generated.rule_id, generated.generation_id desc
    ) as given
    join rules.${prefix}rules as rules on rules.id = given.rule_id and rules.owner_id = ?
    cross join lateral (
      select ${YAML_COLUMN} as yaml
      from rules.${prefix}rule_versions as versions
      where versions.rule_id = rules.id and versions.version in (given.version, rules.version)
      order by versions.version = given.version desc
      limit 1
    ) as content
    order by rules.id`;
  const bindings = [owner, sha256, url ?? null, owner];
  const { rows } = await db
    .raw<{ rows: RuleBefore[] }>(`(${given('')} limit ?) union all (${given('deleted_')} limit ?)`, [
      ...bindings,
      MOST_BEFORE,
      ...bindings,
      MOST_BEFORE,
    ])
    // Planned once a connection: planning takes as long as running it.
    .options({ name: 'rules-before' });
  return rows;
}
