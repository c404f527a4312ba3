import { type OwnerScope, ownedBy, ownerId, type TeamScope } from '@tripline/auth';
import { type Knex, storableText } from '@tripline/service';
import { describedTarget, isTargetId, type TargetId } from '@tripline/sigma';
import { v7 as uuidv7 } from 'uuid';
import {
  detectionValues,
  type MadeRule,
  MOST_VERSIONS,
  type RuleSummary,
  type SavedVersion,
  type StoredVersion,
} from '../rule/rule-model.js';
import type { PipelineMark, RuleContent } from '../rule/rule-resource.js';
import { searchNames } from '../rule/rule-search.js';
import { contentSha256, holdOrRestore, holdRules } from './held-rules.js';

/** What rules come from. */
interface Origin {
  readonly source: RuleSummary['source'];
  readonly generationId: string;
}

/** What became of rules that were saved. */
interface SavedRules {
  /** In the order of the rules. */
  readonly versions: readonly SavedVersion[];
  /** Whether any of them came back from the bin. */
  readonly isRestored: boolean;
}

/**
 * Saves rules under their keys. The same key with the same content is the same row (its first author stays); other content under a known
 * key becomes that rule's next version, also where the rule lies in the bin: it comes back with its history. Runs in the caller's
 * transaction, in a few statements however many rules there are.
 */
export async function saveRules(
  scope: OwnerScope,
  trx: Knex.Transaction,
  rules: readonly MadeRule[],
  origin: Origin,
  now: Date,
): Promise<SavedRules> {
  if (rules.length === 0) return { versions: [], isRestored: false };
  // In key order, so that two generations of the same page cannot wait for each other's rows.
  const ordered = [...rules].sort((a, b) => (a.key < b.key ? -1 : 1));
  const saved = new Map<MadeRule, SavedVersion>();
  let isRestored = false;
  // Around again for a rule that another generation inserted, or that was deleted, in the moment between.
  for (let left = ordered; left.length > 0; left = left.filter((rule) => !saved.has(rule))) {
    // A report that is read again brings few rules that are new, and one that is inserted in vain costs.
    const found = await holdOrRestore(scope, trx, left, now);
    const { held, missing } = found;
    isRestored ||= found.isRestored;
    for (const [rule, version] of await insertNewRules(scope, trx, missing, origin, now)) saved.set(rule, version);
    for (const rule of left) {
      const same = held.get(rule.key);
      if (same === null) saved.set(rule, await saveChangedRule(scope, trx, rule, now));
      else if (same !== undefined) saved.set(rule, await addConversions(trx, same, rule.content));
    }
  }
  return { versions: rules.map((rule) => saved.get(rule) as SavedVersion), isRestored };
}

/** Whether a backend is none of the six that every rule is converted to. */
export const comesByName = (id: TargetId): boolean => !describedTarget(id).default;

/** Adds the conversions to backends that come by name to a version that says the same, where they were asked for. */
async function addConversions(
  trx: Knex.Transaction,
  version: SavedVersion,
  { conversions, notes }: RuleContent,
): Promise<SavedVersion> {
  const named = [...new Set([...Object.keys(conversions), ...Object.keys(notes)])].filter(
    (id) => isTargetId(id) && comesByName(id),
  );
  if (named.length === 0) return version;
  const row = trx('rules.rule_versions').where({ rule_id: version.ruleId, version: version.version });
  const stored = await row.clone().first<{ content: RuleContent }>('content');
  if (stored === undefined) return version;
  const only = (all: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(all).filter(([id]) => named.includes(id)));
  const content = {
    ...stored.content,
    conversions: { ...stored.content.conversions, ...only(conversions) },
    notes: { ...stored.content.notes, ...only(notes) },
  };
  await row.update({ content: JSON.stringify(content) });
  return version;
}

/** Inserts the rules whose key the owner does not have yet, each with its first version. */
async function insertNewRules(
  scope: OwnerScope,
  trx: Knex.Transaction,
  rules: readonly MadeRule[],
  { generationId, source }: Origin,
  now: Date,
): Promise<Map<MadeRule, SavedVersion>> {
  if (rules.length === 0) return new Map();
  const byId = new Map(rules.map((rule) => [uuidv7(), rule]));
  const inserted = await trx('rules.rules')
    .insert(
      [...byId].map(([id, { content, key }]) => ({
        id,
        key,
        created_by: scope.userId,
        team_id: scope.teamId ?? null,
        generation_id: generationId,
        source_input_type: source.inputType,
        source_url: source.url,
        source_title: source.title,
        version: 1,
        ...headline(content),
        created_at: now,
        updated_at: now,
      })),
    )
    .onConflict(['owner_id', 'key'])
    .ignore()
    .returning<{ id: string }[]>('id');
  const fresh = inserted.map(({ id }) => [id, byId.get(id) as MadeRule] as const);
  if (fresh.length > 0) {
    await trx('rules.rule_versions').insert(fresh.map(([id, rule]) => versionRow(scope, id, 1, rule, now)));
  }
  return new Map(fresh.map(([ruleId, rule]) => [rule, { ruleId, version: 1 }]));
}

/** Makes the content the next version of an existing rule, unless another generation has just done so. */
async function saveChangedRule(
  scope: OwnerScope,
  trx: Knex.Transaction,
  rule: MadeRule,
  now: Date,
): Promise<SavedVersion> {
  const row = await trx('rules.rules')
    .where({ owner_id: ownerId(scope), key: rule.key })
    .forNoKeyUpdate()
    .first<{ id: string; version: number } | undefined>('id', 'version');
  if (row === undefined) throw new Error(`rule ${rule.key} disappeared while its row was locked`);
  const same = (await holdRules(scope, trx, [rule], now)).held.get(rule.key);
  return same ?? { ruleId: row.id, version: await addVersion(scope, trx, row, rule, now) };
}

/**
 * Makes `content` the rule's newest version, unless it already is. The caller holds the row's lock.
 * @returns the version's number
 */
export async function addVersion(
  scope: OwnerScope,
  trx: Knex.Transaction,
  rule: { readonly id: string; readonly version: number },
  made: MadeRule,
  now: Date,
): Promise<number> {
  const { content } = made;
  const newest = await trx('rules.rule_versions')
    .where({ rule_id: rule.id, version: rule.version })
    .first<{ content_sha256: string }>('content_sha256');
  if (newest?.content_sha256 === contentSha256(content)) return rule.version;
  const version = rule.version + 1;
  await trx('rules.rule_versions').insert(versionRow(scope, rule.id, version, made, now));
  if (version > MOST_VERSIONS) await deleteMiddleVersion(trx, rule.id, version);
  await trx('rules.rules')
    .where({ id: rule.id })
    .update({ version, ...headline(content), updated_at: now });
  return version;
}

/** Keeps the first version of a rule and the latest {@link MOST_VERSIONS} less one. */
async function deleteMiddleVersion(trx: Knex.Transaction, ruleId: string, newest: number): Promise<void> {
  await trx('rules.rule_versions')
    .where({ rule_id: ruleId })
    .andWhere('version', '>', 1)
    .andWhere('version', '<=', newest - (MOST_VERSIONS - 1))
    .delete();
}

function versionRow(
  scope: OwnerScope,
  ruleId: string,
  version: number,
  { content, pipeline }: MadeRule,
  now: Date,
): object {
  return {
    rule_id: ruleId,
    version,
    created_by: scope.userId,
    created_at: now,
    content_sha256: contentSha256(content),
    title: content.title,
    content: JSON.stringify(content),
    ...markColumns(pipeline),
  };
}

const markColumns = (pipeline: PipelineMark | null) => ({
  pipeline_id: pipeline?.id ?? null,
  pipeline_sha256: pipeline?.sha256 ?? null,
});

/** Saves the conversions of a version of a rule of the scope's owner that were made anew: what it says stays, and its number. */
export async function saveConversions(
  scope: OwnerScope | TeamScope,
  db: Knex,
  { content, pipeline, ruleId, version }: StoredVersion,
): Promise<void> {
  await db('rules.rule_versions')
    .where({ rule_id: ruleId, version })
    .whereIn('rule_id', db('rules.rules').where(ownedBy(scope)).select('id'))
    .update({ content: JSON.stringify(content), ...markColumns(pipeline) });
}

/** The parts of a version's content in the rule's own row, for lists, filters and comparison. */
function headline(content: RuleContent): object {
  const { title, description, level, platform, techniques } = content;
  return {
    title,
    description,
    level,
    platform,
    techniques: [...techniques],
    detection_values: detectionValues(content),
    search_names: storableText(searchNames(content)),
  };
}
