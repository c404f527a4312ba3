import { type Actor, appendAudit, holdOwner, type OwnerKind, type OwnerScope, ownedBy, partOf } from '@tripline/auth';
import { type Knex, NotFoundError } from '@tripline/service';
import { ownerKindOf } from '../rule/rule-model.js';
import type { RuleDeletion } from '../rule/rule-resource.js';
import { moveToBin } from './rule-bin.js';
import type { RuleFilter } from './rule-filter.js';
import { listedRules } from './rule-list.js';
import { inOrder, NEWEST_FIRST } from './rule-order.js';
import { findRules, lockRule } from './rule-store.js';

/** Most rules that one request deletes. */
export const MOST_DELETED = 500;

/** Which rules to delete: these, of one owner where it is named, or those that the caller's list shows under a filter. */
export type RuleSelection =
  | { readonly ruleKeys: readonly string[]; readonly owner?: OwnerKind }
  | { readonly filter: RuleFilter };

/** Who deletes. */
interface Deleter {
  readonly scope: OwnerScope;
  readonly actor: Actor;
}

/**
 * Moves a rule of the scope's owner with all its versions into the bin. Generations that gave it say so from then on.
 * @throws NotFoundError for another owner's and an unknown key alike
 */
export async function deleteRule(db: Knex, { scope: asked, actor }: Deleter, key: string): Promise<RuleDeletion> {
  return db.transaction(async (trx) => {
    const scope = await holdOwner(asked, trx);
    const rule = await lockRule(scope, trx, key);
    if (rule === undefined) throw new NotFoundError(`There is no rule ${key}.`);
    const { freedBytes } = await deleteRules(scope, trx, [rule.id]);
    const target = { type: 'rule', id: key };
    const details = { title: rule.title, owner: ownerKindOf(rule) };
    await appendAudit(trx, { action: 'rule.deleted', actor, target, details });
    return { deleted: 1, freedBytes, more: false };
  });
}

/**
 * Moves many rules into the bin: all of the keys or none, or the first {@link MOST_DELETED} of a filter, newest first.
 * @throws NotFoundError naming keys of which there is no rule
 */
export async function deleteSelectedRules(
  db: Knex,
  { scope: asked, actor }: Deleter,
  selection: RuleSelection,
): Promise<RuleDeletion> {
  return db.transaction(async (trx) => {
    const scope = await holdOwner(asked, trx);
    const { ids, more } =
      'filter' in selection
        ? await idsOfFilter(scope, trx, selection.filter)
        : { ids: await idsOfKeys(partOf(scope, selection.owner), trx, selection.ruleKeys), more: false };
    const { rules, freedBytes } = await deleteRules(scope, trx, ids);
    if (rules.length > 0) {
      const details = { rules: rules.length, ruleKeys: rules.map(({ key }) => key) };
      const filter = 'filter' in selection ? { filter: selection.filter } : {};
      await appendAudit(trx, { action: 'rule.deleted', actor, details: { ...details, ...filter } });
    }
    return { deleted: rules.length, freedBytes, more };
  });
}

async function idsOfFilter(
  scope: OwnerScope,
  trx: Knex.Transaction,
  filter: RuleFilter,
): Promise<{ ids: string[]; more: boolean }> {
  const rules: { id: string }[] = await listedRules(scope, trx, filter)
    .modify(inOrder, NEWEST_FIRST)
    .limit(MOST_DELETED + 1)
    .select('id');
  return { ids: rules.slice(0, MOST_DELETED).map(({ id }) => id), more: rules.length > MOST_DELETED };
}

async function idsOfKeys(scope: OwnerScope, trx: Knex.Transaction, keys: readonly string[]): Promise<string[]> {
  const found = await findRules(scope, trx, keys);
  const missing = keys.filter((key) => !found.has(key));
  if (missing.length > 0) throw new NotFoundError(`There is no rule ${missing.slice(0, 5).join(', ')}.`);
  return [...found.values()].map(({ id }) => id);
}

/**
 * Moves rules of the scope's owner by their ids into the bin, with their versions.
 * @param jobId the job that does it, by which they can be restored together
 * @returns those that were there, and what their versions held
 */
export async function deleteRules(
  scope: OwnerScope,
  trx: Knex.Transaction,
  ids: readonly string[],
  jobId?: string,
): Promise<{ readonly rules: readonly { readonly id: string; readonly key: string }[]; readonly freedBytes: number }> {
  const rules = await trx('rules.rules')
    .whereIn('id', [...ids])
    .andWhere(ownedBy(scope))
    // In the order in which generations hold them.
    .orderBy('key')
    .forUpdate()
    .select<{ id: string; key: string }[]>('id', 'key');
  const held = rules.map(({ id }) => id);
  const freed = await trx('rules.rule_versions')
    .whereIn('rule_id', held)
    .sum<{ bytes: string | null }[]>('bytes as bytes')
    .first();
  await moveToBin(trx, held, { by: scope.userId, at: new Date(), ...(jobId === undefined ? {} : { jobId }) });
  return { rules, freedBytes: Number(freed?.bytes ?? 0) };
}
