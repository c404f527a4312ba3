import { type Actor, auditEntry, type Caller, type OwnerScope, ownerId } from '@tripline/auth';
import type { Knex } from '@tripline/service';
import { announceTo, webhooksWanting } from '@tripline/webhooks';
import { keepGapOfRules } from '../gap-rules/gap-of-rules.js';
import type { MadeRule } from '../rule/rule-model.js';
import { saveRules } from '../rules/rule-saving.js';
import { keepWithin } from '../storage/storage-bound.js';
import { type StorageConfig, storageLimit } from '../storage/storage-config.js';
import type { FetchDocument } from './draft-input.js';
import type { GeneratedStanding, Generation } from './generation-model.js';
import { insertGeneration, insertGenerationRules } from './generation-store.js';
import type { Draft } from './make-draft.js';

const FINISHED = 'generation.finished';

/** What generating needs of the rest of the process. */
export interface GenerationDeps {
  readonly db: Knex;
  readonly fetchDocument: FetchDocument;
  readonly documentRetentionDays: number;
  readonly storage: StorageConfig;
}

/** Who generates. */
export interface GenerationCaller {
  readonly caller: Caller;
  readonly actor: Actor;
  readonly scope: OwnerScope;
}

/** Holds the owner and keeps the day's count, in the transaction that saves a generation. @returns whose it is by now */
export type KeepCount = (trx: Knex.Transaction, scope: OwnerScope) => Promise<OwnerScope>;

/** What became of a generation that was saved. */
interface SavedGeneration {
  /** Whose it is by now. */
  readonly owner: OwnerScope;
  /** How its rules stand, in their order. */
  readonly standings: readonly GeneratedStanding[];
  /** Whether any of its rules came back from the bin. */
  readonly isRestored: boolean;
}

/** Saves a generation with its document, its rules, its audit event and what its owner's webhooks are told, in one transaction. */
export async function saveGeneration(
  deps: Pick<GenerationDeps, 'db' | 'documentRetentionDays' | 'storage'>,
  { caller, scope, actor }: GenerationCaller,
  {
    draft,
    generation,
    rules,
  }: {
    readonly draft: Draft;
    readonly generation: Omit<Generation, 'owner'>;
    readonly rules: readonly MadeRule[];
  },
  keep: KeepCount,
): Promise<SavedGeneration> {
  const { createdAt: now, id, options } = generation;
  const deleteAfter = new Date(now.getTime() + deps.documentRetentionDays * 86_400_000);
  return deps.db.transaction(async (trx) => {
    const owner = await keep(trx, scope);
    const titles = draft.rules.map(({ key, content }) => ({ key, title: content.title }));
    await insertGeneration(owner, trx, generation, titles, draft.document, deleteAfter);
    const { inputType, url, title } = draft.source;
    const source = { inputType, url: url ?? null, title };
    const { isRestored, versions } = await saveRules(owner, trx, rules, { source, generationId: id }, now);
    const audit = auditEntry(trx, {
      action: 'rule.generated',
      actor: { ...actor, teamId: owner.teamId },
      target: { type: 'generation', id },
      details: { inputType, url: url ?? null, rules: draft.rules.length },
    });
    const wanting = webhooksWanting(trx, 'rules', ownerId(owner), FINISHED);
    const { standings, webhooks } = await insertGenerationRules(owner, trx, id, versions, { audit, wanting });
    if (options.gap !== undefined) await keepGapOfRules(owner, trx, options.gap, versions, now);
    const told = {
      id,
      title,
      inputType,
      rules: draft.rules.length,
      owner: owner.teamId === undefined ? 'user' : 'team',
    };
    await announceTo(trx, 'rules', webhooks, { type: FINISHED, at: now, data: told });
    await keepWithin(owner, trx, storageLimit(deps.storage, caller.tier));
    return { owner, standings, isRestored };
  });
}
