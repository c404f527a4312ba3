import { createHash } from 'node:crypto';
import { type OwnerScope, ownerId } from '@tripline/auth';
import type { Knex } from '@tripline/service';
import type { KeyedRule, SavedVersion } from '../rule/rule-model.js';
import type { RuleContent } from '../rule/rule-resource.js';
import { cutoff, takeOut } from './rule-bin.js';

/** Which of some rules exist. One that was deleted just now is in neither. */
interface FoundRules<Rule> {
  /**
   * Those that exist, by key, each with its version of the same content; null where it has none. The owner may have edited the rule since;
   * their version stays the newest.
   */
  readonly held: ReadonlyMap<string, SavedVersion | null>;
  readonly missing: readonly Rule[];
}

/** A row of the bin, or of the library: without an id where it was deleted after the statement began. */
interface FoundRow {
  readonly key: string;
  readonly id: string | null;
  readonly version: number | null;
  readonly binned: boolean;
}

/**
 * Those of these rules that exist, held; those that the owner has in the bin and not in the library come back.
 * @returns them, and whether any came back
 */
export async function holdOrRestore<Rule extends KeyedRule>(
  scope: OwnerScope,
  trx: Knex.Transaction,
  rules: readonly Rule[],
  now: Date,
): Promise<FoundRules<Rule> & { readonly isRestored: boolean }> {
  const { binned, ...found } = await holdRules(scope, trx, rules, now);
  if (binned.length === 0) return { ...found, isRestored: false };
  await takeOut(trx, binned);
  return { ...(await holdRules(scope, trx, rules, now)), isRestored: true };
}

/**
 * Those of these rules that exist, held so that they are neither deleted nor changed before the transaction ends. Held at once as a change
 * needs it: a lock that grew afterwards would wait behind a deletion that waits for this transaction.
 * @returns them, and the ids of those that are in the bin alone, held as well: of each key the one that was deleted last
 */
export async function holdRules<Rule extends KeyedRule>(
  scope: OwnerScope,
  trx: Knex.Transaction,
  rules: readonly Rule[],
  now: Date,
): Promise<FoundRules<Rule> & { readonly binned: readonly string[] }> {
  const { rows } = await trx
    .raw<{ rows: FoundRow[] }>(
      `with binned as materialized (
       select id, key, deleted_at from rules.deleted_rules
       where owner_id = :owner and key = any(:keys::uuid[]) and deleted_at > :cutoff
       order by key, deleted_at for update
     ),
     held as materialized (
       select id, key from rules.rules where owner_id = :owner and key = any(:keys::uuid[]) order by key for no key update
     )
     select key, id, null as version, true as binned, deleted_at from binned
     union all
     select seen.key, held.id, max(versions.version), false, null
     from rules.rules as seen
     join unnest(:keys::uuid[], :hashes::text[]) as wanted (key, sha256) on wanted.key = seen.key
     left join held on held.id = seen.id
     left join rules.rule_versions as versions on versions.rule_id = held.id and versions.content_sha256 = wanted.sha256
     where seen.owner_id = :owner
     group by 1, 2
     order by deleted_at`,
      {
        owner: ownerId(scope),
        keys: rules.map(({ key }) => key),
        hashes: rules.map(({ content }) => contentSha256(content)),
        cutoff: cutoff(now),
      },
    )
    .options({ name: 'hold-rules' });
  const seen = new Map(rows.filter((row) => !row.binned).map((row) => [row.key, row]));
  const held = new Map<string, SavedVersion | null>();
  for (const { id, key, version } of seen.values()) {
    if (id !== null) held.set(key, version === null ? null : { ruleId: id, version });
  }
  // The last of each key stays in the map.
  const binned = new Map(
    rows.filter((row) => row.binned && !seen.has(row.key)).map((row) => [row.key, row.id as string]),
  );
  return {
    held,
    missing: rules.filter(({ key }) => !seen.has(key)),
    binned: [...binned.values()],
  };
}

/**
 * The hash by which content is compared. It covers the rule and not its conversions: other `targetSiems` or a better converter make no new
 * version.
 */
export function contentSha256({ yaml, platform }: RuleContent): string {
  return createHash('sha256')
    .update(`${platform ?? ''}\n${yaml}`)
    .digest('hex');
}
