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
  const given = (prefix: '' | 'deleted_') => `
    select distinct on (rules.id) rules.key, ${YAML_COLUMN} as yaml
    from rules.generations as generations
    join rules.${prefix}generation_rules as generated on generated.generation_id = generations.id
    join rules.${prefix}rules as rules on rules.id = generated.rule_id and rules.owner_id = ?
    join rules.${prefix}rule_versions as versions
      on versions.rule_id = rules.id and versions.version in (generated.version, rules.version)
    where generations.owner_id = ? and (generations.sha256 = ? or generations.url = ?)
    order by rules.id, generated.generation_id desc, versions.version = generated.version desc`;
  const bindings = [owner, owner, sha256, url ?? null];
  const { rows } = await db.raw<{ rows: RuleBefore[] }>(
    `(${given('')} limit ?) union all (${given('deleted_')} limit ?)`,
    [...bindings, MOST_BEFORE, ...bindings, MOST_BEFORE],
  );
  return rows;
}
