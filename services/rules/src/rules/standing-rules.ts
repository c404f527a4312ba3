import { type OwnerKind, type OwnerScope, ownedBy, ownerId, ownersOf } from '@tripline/auth';
import type { Knex } from '@tripline/service';
import { PLATFORMS, type PlatformId } from '@tripline/sigma';
import { ownerKindOf, type RuleText } from '../rule/rule-model.js';
import type { RuleContent } from '../rule/rule-resource.js';
import { YAML_COLUMN } from './yaml-column.js';

/** Most rules that others are compared with: those that changed last. */
const MOST_COMPARED = 10_000;
/** Most bytes of YAML that are compared. */
const BYTES_COMPARED_MAX = 32 * 1024 * 1024;

/**
 * The rules of the library, the caller's and their team's, that may cover these: of the same platforms and of none, not rejected, and none of them
 * itself. Bounded, the ones that changed last first.
 */
export async function findLibraryRules(
  scope: OwnerScope,
  db: Knex,
  rules: readonly { readonly key: string; readonly content: Pick<RuleContent, 'platform'> }[],
): Promise<readonly (RuleText & { readonly title: string; readonly owner: OwnerKind })[]> {
  if (rules.length === 0) return [];
  type Row = { key: string; title: string; yaml: string; ownerId: string; createdBy: string; bytes: string };
  const { rows } = await db
    .raw<{ rows: Row[] }>(
      `with candidates as (
         select rules.key, rules.title, rules.owner_id, rules.created_by, rules.updated_at, rules.id, ${YAML_COLUMN} as yaml
         from rules.rules as rules
         join rules.rule_versions as versions on versions.rule_id = rules.id and versions.version = rules.version
         where owner_id = any(:owners::uuid[]) and state <> 'rejected' and (platform is null or platform = any(:platforms::text[]))
           and not (owner_id = :owner and key = any(:itself::uuid[]))
         order by rules.updated_at desc, rules.id desc
         limit ${MOST_COMPARED}
       )
       select key, title, yaml, owner_id as "ownerId", created_by as "createdBy",
              sum(octet_length(yaml)) over (order by updated_at desc, id desc) as bytes
       from candidates
       order by updated_at desc, id desc`,
      {
        owners: [...ownersOf(scope)],
        owner: ownerId(scope),
        platforms: platformsBeside(rules),
        itself: rules.map(({ key }) => key),
      },
    )
    // Planned once a connection: an engine thread waits for it.
    .options({ name: 'library-rules' });
  return rows
    .filter(({ bytes }) => Number(bytes) <= BYTES_COMPARED_MAX)
    .map(({ key, title, yaml, ...whose }) => ({ key, title, yaml, owner: ownerKindOf(whose) }));
}

/** The platforms of rules, and those of the same product: a deed may stand in two logs of it. */
function platformsBeside(rules: Parameters<typeof findLibraryRules>[2]): PlatformId[] {
  const own = new Set(rules.map(({ content }) => content.platform));
  const products = new Set(PLATFORMS.filter(({ id }) => own.has(id)).map(({ logsource }) => logsource.product));
  return PLATFORMS.filter(({ logsource }) => products.has(logsource.product)).map(({ id }) => id);
}

/** Of these rules, those that are still in the library of the scope's owner, as `owner key`. */
export async function stillInLibrary(
  scope: OwnerScope,
  db: Knex,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set();
  const rows = await db('rules.rules')
    .where(ownedBy(scope))
    .whereIn('key', [...new Set(keys)])
    .select<{ key: string; ownerId: string; createdBy: string }[]>(
      'key',
      'owner_id as ownerId',
      'created_by as createdBy',
    );
  return new Set(rows.map(({ key, ...whose }) => `${ownerKindOf(whose)} ${key}`));
}
