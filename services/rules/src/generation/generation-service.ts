import { ENGINE_VERSION, strictest, type Tlp } from '@tripline/advisory';
import { appendAudit, type OwnerScope } from '@tripline/auth';
import { type Knex, NotFoundError } from '@tripline/service';
import type { TargetId } from '@tripline/sigma';
import { v7 as uuidv7 } from 'uuid';
import { findDefaultPipeline } from '../pipelines/pipeline-service.js';
import type { KeyedRule } from '../rule/rule-model.js';
import { markOf } from '../rules/fresh-conversions.js';
import { type Refresh, type RuleViewDeps, toDecisionView } from '../rules/rule-views.js';
import { findRulesBefore } from '../rules/rules-before.js';
import { findSimilarRules, type SimilarRules } from '../rules/similar-rules.js';
import { requireRoom } from '../storage/storage-bound.js';
import { storageLimit } from '../storage/storage-config.js';
import { compareWithLibrary, coveringShown, withoutCovered } from './covered.js';
import type { GeneratedStanding, Generation, NotKept, StoredDocument } from './generation-model.js';
import type { GenerationResource, GenerationSource } from './generation-resource.js';
import { type GenerationCaller, type GenerationDeps, type KeepCount, saveGeneration } from './generation-saving.js';
import type { GenerationInput, GenerationOptions } from './generation-schema.js';
import {
  deleteGeneration,
  type FirstReadings,
  findDocument,
  findFirstReadings,
  findGeneration,
  listGenerationRules,
  renameGeneration,
} from './generation-store.js';
import { convertedAs, draftTried, madeSettings } from './made-rules.js';
import type { Draft, DraftHooks } from './make-draft.js';
import { recordUnkept, whyUnkept } from './unkept.js';
import { whyNoRules } from './why-no-rules.js';

/** A generation as it is answered: stored, or about to be. */
export interface GenerationAnswer {
  readonly generation: Generation;
  readonly rules: readonly (KeyedRule & GeneratedStanding & { readonly stale: boolean })[];
  readonly notKept: readonly NotKept[];
  /** Whether it is stored. */
  readonly isKept: boolean;
  /** The rules that are similar to its own, where they were looked for already. */
  readonly similar?: SimilarRules;
}

/**
 * Reads, drafts, converts and saves. Rules are always converted to all six backends with the owner's default pipeline, and saved so; the
 * caller's options only decide what the answer shows.
 * @throws AppError for any fault of the advisory
 * @throws ConflictError where the owner stores all they may
 */
export async function generateRules(
  deps: GenerationDeps,
  { caller, scope, actor }: GenerationCaller,
  input: GenerationInput,
  options: GenerationOptions,
  hooks: Pick<DraftHooks, 'admitted' | 'onProgress' | 'run' | 'signal'> & {
    readonly keep: KeepCount;
  },
): Promise<GenerationAnswer> {
  const asked = Promise.all([
    findDefaultPipeline(scope, deps.db),
    requireRoom(scope, deps.db, storageLimit(deps.storage, caller.tier)),
  ]);
  // It is asked beside the day's count, and tells of itself after it.
  asked.catch(() => undefined);
  const made = hooks.admitted.then(() => asked).then(([pipeline]) => madeSettings(deps.db, scope, options, pipeline));
  // Drafting waits for it, unless it fails before.
  made.catch(() => undefined);
  const readings = readingsBefore(deps.db, scope, options);
  const rulesBefore: DraftHooks['rulesBefore'] = (document) => findRulesBefore(scope, deps.db, document);
  const skips = options.skipCovered === true;
  const comparison = compareWithLibrary(deps.db, scope);
  const drafting = {
    ...hooks,
    made,
    firstRead: readings.firstOf,
    rulesBefore,
    toCompare: comparison.rulesOf,
    mustCompare: skips,
  };
  const drafted = await draftTried(deps.fetchDocument, input, options, drafting);
  // Nothing is saved for a caller who left while rules were compared.
  hooks.signal.throwIfAborted();
  const [[pipeline], settings] = await Promise.all([asked, made]);
  const { draft, stored } = withoutCovered(drafted, comparison.coveringOf(drafted), skips);
  const saved = draft.rules.map((rule) => ({ ...convertedAs(rule, rule.made.saved), pipeline: markOf(pipeline) }));
  const shown = settings.shown === undefined ? saved : draft.rules.map((rule) => convertedAs(rule, rule.made.shown));
  const unchangedSince = await readings.unchangedSince(draft.source);
  const generation = generationOf(scope, options, unchangedSince, { draft, drafted, stored });
  if (!(options.keep ?? generation.stats['tlp'] !== 'red')) {
    const owner = await recordUnkept(deps.db, { scope, actor }, generation, shown.length, hooks.keep);
    const standing = { state: 'draft', decision: null, owner, newest: null, stale: false } as const;
    const rules = shown.map((rule) => ({ ...rule, ...standing }));
    return { generation: { ...generation, owner }, rules, notKept: [], isKept: false };
  }
  const [{ isRestored, owner: savedFor, standings }, similar] = await Promise.all([
    saveGeneration(deps, { caller, scope, actor }, { draft, generation, rules: saved }, hooks.keep),
    // Where it fails, it is looked for again once all is saved.
    findSimilarRules(scope, deps.db, shown, generation.createdAt).catch(() => undefined),
  ]);
  const owner = savedFor.teamId === undefined ? 'user' : 'team';
  const rules = shown.map((rule, index) => ({ ...rule, ...(standings[index] as GeneratedStanding), stale: false }));
  const answer: GenerationAnswer = { generation: { ...generation, owner }, rules, notKept: [], isKept: true };
  // A rule that comes back from the bin brings back what is similar to the others.
  return similar === undefined || isRestored ? answer : { ...answer, similar };
}

/** When the scope's owner read a document before, asked once: drafting needs the first time, and the answer whether anything has changed since. */
function readingsBefore(db: Knex, scope: OwnerScope, options: GenerationOptions) {
  let found: Promise<FirstReadings> | undefined;
  const ask = (document: Pick<GenerationSource, 'sha256' | 'url'>): Promise<FirstReadings> => {
    found ??= findFirstReadings(scope, db, document, { options, engineVersion: ENGINE_VERSION });
    return found;
  };
  return {
    firstOf: async (document: Pick<GenerationSource, 'sha256' | 'url'>) => (await ask(document)).first,
    unchangedSince: async (document: Pick<GenerationSource, 'sha256' | 'url'>) => (await ask(document)).unchanged,
  };
}

/** What a generation says of itself, about to be stored: the strictest mark is that of the document or of a rule, also of one that is left out. */
function generationOf(
  scope: OwnerScope,
  options: GenerationOptions,
  unchangedSince: Date | undefined,
  { draft, drafted, stored }: { readonly draft: Draft; readonly drafted: Draft; readonly stored: object },
): Omit<Generation, 'owner'> {
  const tlp = strictest([
    draft.stats['tlp'] as Tlp | undefined,
    ...drafted.rules.map(({ content }) => content.tlp ?? undefined),
  ]);
  return {
    id: uuidv7(),
    createdBy: scope.userId,
    createdAt: new Date(),
    source: draft.source,
    options,
    engineVersion: ENGINE_VERSION,
    ...(unchangedSince === undefined ? {} : { unchangedSince }),
    techniques: draft.techniques,
    indicators: draft.indicators,
    skipped: draft.skipped,
    stats: { ...draft.stats, ...stored, tlp: tlp ?? null },
  };
}

/** A stored generation with its rules, their conversions as now. @throws NotFoundError for another owner's and an unknown id alike */
export async function readGeneration(
  deps: Pick<GenerationDeps, 'db'>,
  scope: OwnerScope,
  id: string,
  refresh: Refresh,
): Promise<GenerationAnswer> {
  const generation = await findGeneration(scope, deps.db, id);
  if (generation === undefined) throw new NotFoundError(`There is no generation ${id}.`);
  const { notKept, rules } = await listGenerationRules(scope, deps.db, id);
  return { generation, notKept, rules: await refresh(rules), isKept: true };
}

/** Gives a stored generation another title. @throws NotFoundError for another owner's and an unknown id alike */
export async function retitleGeneration(
  { db }: Pick<GenerationDeps, 'db'>,
  { scope, actor }: Pick<GenerationCaller, 'scope' | 'actor'>,
  id: string,
  title: string,
): Promise<void> {
  await db.transaction(async (trx) => {
    const renamed = await renameGeneration(scope, trx, id, title);
    if (renamed === undefined) throw new NotFoundError(`There is no generation ${id}.`);
    const { from, owner } = renamed;
    if (from === title) return;
    const target = { type: 'generation', id };
    await appendAudit(trx, { action: 'generation.renamed', actor, target, details: { owner, from, to: title } });
  });
}

/** Deletes a stored generation and its document. @throws NotFoundError for another owner's and an unknown id alike */
export async function removeGeneration(
  { db }: Pick<GenerationDeps, 'db'>,
  { scope, actor }: Pick<GenerationCaller, 'scope' | 'actor'>,
  id: string,
): Promise<void> {
  await db.transaction(async (trx) => {
    const deleted = await deleteGeneration(scope, trx, id);
    if (deleted === undefined) throw new NotFoundError(`There is no generation ${id}.`);
    const target = { type: 'generation', id };
    await appendAudit(trx, { action: 'generation.deleted', actor, target, details: deleted });
  });
}

/** The document of a generation. @throws NotFoundError when there is none (any more) */
export async function readDocument(
  deps: Pick<GenerationDeps, 'db'>,
  scope: OwnerScope,
  id: string,
): Promise<StoredDocument> {
  const document = await findDocument(scope, deps.db, id);
  if (document === undefined) {
    throw new NotFoundError(
      `There is no document of a generation ${id}: it is unknown, had no document, or is no longer kept.`,
    );
  }
  return document;
}

/** The answer's `data`: conversions for the requested backends, and similar rules as of now. */
export async function toGenerationData(
  deps: Pick<GenerationDeps, 'db'> & Pick<RuleViewDeps, 'emailsOf'>,
  scope: OwnerScope,
  answer: GenerationAnswer,
): Promise<GenerationResource> {
  const { generation } = answer;
  const { targetSiems } = generation.options;
  const similar = answer.similar ?? (await findSimilarRules(scope, deps.db, answer.rules));
  const covering = await coveringShown(deps.db, scope, generation.stats);
  const emails = await deps.emailsOf(answer.rules.flatMap(({ decision }) => decision?.by ?? []));
  const rules = answer.rules.map(({ content, decision, key, newest, owner, stale, state }) => ({
    key,
    ...content,
    state,
    decision: toDecisionView(decision, emails),
    owner,
    newest,
    stale,
    conversions: pick(content.conversions, targetSiems),
    notes: pick(content.notes, targetSiems),
    similar: similar.get(key) ?? [],
    coveredBy: covering.coveredBy(key),
  }));
  // Figures that the contract has in other fields are not repeated.
  const {
    language,
    caps: _caps,
    covered: _covered,
    coveredBy: _by,
    notDrafted,
    reason: _reason,
    tlp,
    ...stats
  } = generation.stats;
  return {
    id: generation.id,
    ...(generation.unchangedSince === undefined ? {} : { unchangedSince: generation.unchangedSince }),
    owner: generation.owner,
    ...(generation.options.gap === undefined ? {} : { gap: generation.options.gap }),
    source: generation.source,
    tlp: (tlp as Tlp | undefined) ?? null,
    kept: answer.isKept,
    keptReason: answer.isKept ? null : whyUnkept(generation),
    rules,
    covered: covering.covered,
    notKept: answer.notKept,
    reason: rules.length > 0 ? null : whyNoRules(generation, answer.notKept.length),
    // Generations from before it was stored have none.
    notDrafted: (notDrafted ?? []) as GenerationResource['notDrafted'],
    techniques: generation.techniques,
    indicators: generation.indicators,
    // Also null for generations from before languages were stored.
    language: typeof language === 'string' ? language : null,
    skipped: generation.skipped,
    stats,
  };
}

function pick<T>(
  byTarget: Readonly<Partial<Record<TargetId, T>>>,
  targets: readonly TargetId[] | undefined,
): Partial<Record<TargetId, T>> {
  if (targets === undefined) return byTarget;
  return Object.fromEntries(Object.entries(byTarget).filter(([id]) => targets.includes(id as TargetId)));
}
