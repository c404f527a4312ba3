import { type Actor, appendAudit, holdOwner, type OwnerScope } from '@tripline/auth';
import { type Knex, NotFoundError } from '@tripline/service';
import { keepWithin } from '../storage/storage-bound.js';
import type { RuleRestoration } from './bin-resource.js';
import { type BinSelection, deleteForGood, holdInBin, MOST_FROM_BIN, restoreRules } from './rule-bin.js';

/** Who uses the bin. */
interface BinUser {
  readonly scope: OwnerScope;
  readonly actor: Actor;
}

/**
 * Restores rules of the bin with their versions and states: all of the keys or none, or what a job deleted. One whose owner has another rule
 * of its key by now stays, and is named.
 * @throws NotFoundError naming keys that are not in the bin
 * @throws ConflictError where they need more room than their owner has left
 */
export async function restoreDeletedRules(
  db: Knex,
  { actor, limitBytes, scope: asked }: BinUser & { readonly limitBytes: number },
  selection: BinSelection,
): Promise<RuleRestoration> {
  return db.transaction(async (trx) => {
    const scope = await holdOwner(asked, trx);
    const chosen = await holdInBin(scope, trx, selection, new Date());
    if ('ruleKeys' in selection) {
      const found = new Set(chosen.map(({ key }) => key));
      const missing = selection.ruleKeys.filter((key) => !found.has(key));
      if (missing.length > 0) {
        throw new NotFoundError(
          `There is no rule ${missing.slice(0, 5).join(', ')} in the bin. Look with GET /v1/rules/bin: what is deleted stays there for 30 days.`,
        );
      }
    } else if (chosen.length === 0) {
      throw new NotFoundError(
        `Nothing that job ${selection.jobId} deleted is in the bin. GET /v1/rules/bin lists what is.`,
      );
    }
    const back = await restoreRules(scope, trx, chosen);
    const restored = chosen.filter(({ id }) => back.has(id));
    if (restored.length > 0) {
      const named = 'jobId' in selection ? { jobId: selection.jobId } : { ruleKeys: restored.map(({ key }) => key) };
      await appendAudit(trx, { action: 'rule.restored', actor, details: { rules: restored.length, ...named } });
    }
    for (const owner of new Set(restored.map(({ ownerId }) => ownerId))) {
      await keepWithin(owner === scope.teamId ? scope : { userId: owner }, trx, limitBytes);
    }
    return {
      restored: restored.length,
      notRestored: chosen
        .filter(({ id }) => !back.has(id))
        .map(({ key, title }) => ({ ruleKey: key, title, reason: 'key_taken' as const })),
      more: chosen.length === MOST_FROM_BIN,
    };
  });
}

/**
 * Deletes rules of the bin for good: those of the keys, all of them or none, or the whole bin.
 * @throws NotFoundError naming keys that are not in the bin
 */
export async function emptyBin(
  db: Knex,
  { actor, scope }: BinUser,
  keys: readonly string[] | undefined,
): Promise<{ readonly deleted: number }> {
  return db.transaction(async (trx) => {
    if (keys !== undefined) {
      const found = new Set((await holdInBin(scope, trx, { ruleKeys: keys }, new Date())).map(({ key }) => key));
      const missing = keys.filter((key) => !found.has(key));
      if (missing.length > 0) throw new NotFoundError(`There is no rule ${missing.slice(0, 5).join(', ')} in the bin.`);
    }
    const deleted = await deleteForGood(scope, trx, keys);
    if (deleted > 0) {
      const details = { rules: deleted, ...(keys === undefined ? {} : { ruleKeys: keys }) };
      await appendAudit(trx, { action: 'rule.purged', actor, details });
    }
    return { deleted };
  });
}
