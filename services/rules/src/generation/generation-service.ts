import { createHash } from 'node:crypto';
import { type Cap, ENGINE_VERSION, type GenerationProgress, type GenerationResult } from '@tripline/advisory';
import { technique } from '@tripline/attack';
import { type Actor, appendAudit, type Caller, holdOwner, type OwnerScope } from '@tripline/auth';
import type { FetchedDocument } from '@tripline/fetch';
import { BadRequestError, type Knex, NotFoundError, storableText } from '@tripline/service';
import type { TargetId } from '@tripline/sigma';
import { v7 as uuidv7 } from 'uuid';
import { chooseSettings, isChosen } from '../conversion/choose-settings.js';
import type { EngineOptions } from '../engine/engine-tasks.js';
import type { ProvenRule } from '../engine/proven-rule.js';
import { RULE_YAML_BYTES_MAX } from '../engine/rule-size.js';
import { findDefaultPipeline } from '../pipelines/pipeline-store.js';
import { refusedQuery, refusedSigma } from '../refused-sigma.js';
import { convertedBy, convertedWith } from '../rules/fresh-conversions.js';
import { storableContent } from '../rules/rule-model.js';
import type { RuleContent } from '../rules/rule-resource.js';
import { saveRules } from '../rules/rule-store.js';
import type { Refresh } from '../rules/rule-views.js';
import { findSimilarRules } from '../rules/similar-rules.js';
import { keepWithin, requireRoom } from '../storage/storage-bound.js';
import { type StorageConfig, storageLimit } from '../storage/storage-config.js';
import type { RunTask } from '../work/workplace.js';
import type { Generation, RuleNotKept, StoredDocument } from './generation-model.js';
import type { GenerationResource, GenerationSource } from './generation-resource.js';
import type { GenerationInput, GenerationOptions } from './generation-schema.js';
import {
  deleteGeneration,
  findDocument,
  findGeneration,
  findUnchangedSince,
  insertGeneration,
  insertGenerationRules,
  listGenerationRules,
} from './generation-store.js';

/** What generating needs of the rest of the process. */
export interface GenerationDeps {
  readonly db: Knex;
  readonly fetchDocument: (url: string, signal: AbortSignal) => Promise<FetchedDocument>;
  readonly documentRetentionDays: number;
  readonly storage: StorageConfig;
}

/** Who generates. */
export interface GenerationCaller {
  readonly caller: Caller;
  readonly actor: Actor;
  readonly scope: OwnerScope;
}

/** A generated rule with its key. */
interface KeyedRule {
  readonly key: string;
  readonly content: RuleContent;
}

/** A generation as it is answered: stored, or about to be. */
export interface GenerationAnswer {
  readonly generation: Generation;
  readonly rules: readonly (KeyedRule & { readonly stale: boolean })[];
  readonly notKept: readonly RuleNotKept[];
}

/** The engine's result for an input of any kind. */
interface Draft {
  readonly source: GenerationSource;
  readonly document?: StoredDocument;
  readonly rules: readonly KeyedRule[];
  readonly techniques: GenerationResult['techniques'];
  readonly indicators: GenerationResult['indicators'];
  readonly skipped: Generation['skipped'];
  readonly stats: Readonly<Record<string, unknown>>;
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
  hooks: {
    readonly onProgress?: (progress: GenerationProgress | { step: 'fetch'; done: number; total: number }) => void;
    /** The engine, as the caller may use it. */
    readonly run: RunTask;
    readonly signal: AbortSignal;
    /** Runs in the transaction that saves the generation. */
    readonly onSave: (trx: Knex.Transaction) => Promise<void>;
  },
): Promise<GenerationAnswer> {
  const limitBytes = storageLimit(deps.storage, caller.tier);
  await requireRoom(scope, deps.db, limitBytes);
  const chosen = isChosen(options)
    ? await chooseSettings(deps.db, { scope, owner: scope }, options, hooks.run)
    : undefined;
  const draft = await draftRules(deps, input, options, hooks);
  const saved = await convertedWith(draft.rules, await findDefaultPipeline(scope, deps.db), hooks.run);
  const shown = chosen === undefined ? saved : await convertedBy(draft.rules, chosen, hooks.run);
  const now = new Date();
  const unchangedSince = await findUnchangedSince(scope, deps.db, {
    sha256: draft.source.sha256,
    options,
    engineVersion: ENGINE_VERSION,
  });
  const generation: Generation = {
    id: uuidv7(),
    createdBy: scope.userId,
    createdAt: now,
    source: draft.source,
    options,
    engineVersion: ENGINE_VERSION,
    ...(unchangedSince === undefined ? {} : { unchangedSince }),
    techniques: draft.techniques,
    indicators: draft.indicators,
    skipped: draft.skipped,
    stats: draft.stats,
  };
  const deleteAfter = new Date(now.getTime() + deps.documentRetentionDays * 86_400_000);
  await deps.db.transaction(async (trx) => {
    await hooks.onSave(trx);
    const owner = await holdOwner(scope, trx);
    const titles = draft.rules.map(({ key, content }) => ({ key, title: content.title }));
    await insertGeneration(owner, trx, generation, titles, draft.document, deleteAfter);
    const { inputType, url, title } = draft.source;
    const source = { inputType, url: url ?? null, title };
    const versions = await saveRules(
      owner,
      trx,
      saved.map((rule) => ({ ...rule, source, generationId: generation.id })),
      now,
    );
    await insertGenerationRules(owner, trx, generation.id, versions);
    await appendAudit(trx, {
      action: 'rule.generated',
      actor: { ...actor, teamId: owner.teamId },
      target: { type: 'generation', id: generation.id },
      details: { inputType, url: url ?? null, rules: draft.rules.length },
    });
    await keepWithin(owner, trx, limitBytes);
  });
  return { generation, rules: shown.map((rule) => ({ ...rule, stale: false })), notKept: [] };
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
  return { generation, notKept, rules: await refresh(rules) };
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
  deps: Pick<GenerationDeps, 'db'>,
  scope: OwnerScope,
  answer: GenerationAnswer,
): Promise<GenerationResource> {
  const { generation } = answer;
  const { targetSiems } = generation.options;
  const similar = await findSimilarRules(scope, deps.db, answer.rules);
  const rules = answer.rules.map(({ content, key, stale }) => ({
    key,
    ...content,
    stale,
    conversions: pick(content.conversions, targetSiems),
    notes: pick(content.notes, targetSiems),
    similar: similar.get(key) ?? [],
  }));
  // Figures that the contract has in other fields are not repeated.
  const { language, caps: _caps, ...stats } = generation.stats;
  return {
    id: generation.id,
    ...(generation.unchangedSince === undefined ? {} : { unchangedSince: generation.unchangedSince }),
    source: generation.source,
    rules,
    notKept: answer.notKept,
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

async function draftRules(
  deps: GenerationDeps,
  input: GenerationInput,
  options: GenerationOptions,
  hooks: Parameters<typeof generateRules>[4],
): Promise<Draft> {
  const progress = hooks.onProgress === undefined ? {} : { onProgress: hooks.onProgress };
  const run: RunTask = (task) => hooks.run(task, progress);
  switch (input.inputType) {
    case 'sigma':
      return draftFromSigma(input.yaml, run);
    case 'query':
      return draftFromQuery(input, run);
    case 'technique':
      return draftFromTechnique(input.techniqueId, options, run);
    case 'text': {
      const bytes = new TextEncoder().encode(input.text);
      const title = input.title === undefined ? {} : { title: input.title };
      return draftFromAdvisory(
        { bytes, contentType: 'text/plain', fetchedAt: new Date(), ...title },
        'text',
        options,
        run,
      );
    }
    case 'file': {
      const { bytes, contentType, fileName } = input;
      return draftFromAdvisory(
        { bytes, contentType, fetchedAt: new Date(), fallbackTitle: fileName },
        'file',
        options,
        run,
      );
    }
    case 'url': {
      hooks.onProgress?.({ step: 'fetch', done: 0, total: 1 });
      const fetched = await deps.fetchDocument(input.url, hooks.signal);
      hooks.onProgress?.({ step: 'fetch', done: 1, total: 1 });
      return draftFromAdvisory(
        { ...fetched, fetchedAt: new Date(fetched.fetchedAt), url: input.url },
        'url',
        options,
        run,
      );
    }
  }
}

interface ReceivedDocument {
  readonly bytes: Uint8Array;
  readonly contentType?: string;
  readonly fetchedAt: Date;
  readonly url?: string;
  readonly finalUrl?: string;
  readonly title?: string;
  readonly fallbackTitle?: string;
}

async function draftFromAdvisory(
  received: ReceivedDocument,
  inputType: 'url' | 'text' | 'file',
  options: GenerationOptions,
  run: RunTask,
): Promise<Draft> {
  const { bytes, contentType, finalUrl, title } = received;
  const { document, result } = await run({
    kind: 'advisory',
    bytes,
    ...(contentType === undefined ? {} : { contentType }),
    ...(finalUrl === undefined ? {} : { url: finalUrl }),
    ...(title === undefined ? {} : { title }),
    options: toEngineOptions(options),
  });
  return {
    source: {
      inputType,
      ...(received.url === undefined ? {} : { url: storableText(received.url) }),
      ...(finalUrl === undefined ? {} : { finalUrl }),
      title: storableText(document.title || received.fallbackTitle || 'Untitled advisory'),
      ...(document.publishedAt === undefined ? {} : { publishedAt: document.publishedAt }),
      contentType: contentType ?? 'application/octet-stream',
      sha256: createHash('sha256').update(bytes).digest('hex'),
      fetchedAt: received.fetchedAt,
    },
    document: { text: document.text, blocks: document.blocks },
    ...fromResult(result),
  };
}

async function draftFromTechnique(techniqueId: string, options: GenerationOptions, run: RunTask): Promise<Draft> {
  const known = technique(techniqueId);
  if (known === undefined) {
    throw new BadRequestError(`"${techniqueId}" is not a technique of the current ATT&CK version.`, {
      details: [{ path: 'techniqueId', message: 'techniqueId is unknown' }],
    });
  }
  const { result } = await run({ kind: 'technique', techniqueId, options: toEngineOptions(options) });
  return {
    source: {
      inputType: 'technique',
      title: `${known.id} ${known.name}`,
      contentType: 'text/plain',
      sha256: createHash('sha256').update(techniqueId).digest('hex'),
      fetchedAt: new Date(),
    },
    ...fromResult(result),
  };
}

async function draftFromSigma(yaml: string, run: RunTask): Promise<Draft> {
  const { rules, refused } = await run({ kind: 'proof', yaml });
  if (refused.length > 0) throw refusedSigma(refused.map(({ error }) => error));
  return draftOfBrought({ inputType: 'sigma', contentType: 'application/yaml', text: yaml }, rules);
}

async function draftFromQuery(
  { inputType, ...input }: Extract<GenerationInput, { inputType: 'query' }>,
  run: RunTask,
): Promise<Draft> {
  const outcome = await run({ kind: 'query', ...input });
  if (!outcome.ok) throw refusedQuery(outcome.faults);
  const { rules, notes } = outcome;
  const issues = rules.flatMap(({ key }) => notes.map((note) => ({ rule: key, ...note })));
  return draftOfBrought({ inputType, contentType: 'text/plain', text: input.query }, rules, issues);
}

/** Rules from a caller, as Sigma or as a query; `issues` are the findings on them. */
function draftOfBrought(
  { text, ...source }: Pick<GenerationSource, 'inputType' | 'contentType'> & { readonly text: string },
  rules: readonly ProvenRule[],
  issues: readonly object[] = [],
): Draft {
  return {
    source: {
      ...source,
      title: rules.length === 1 ? storableText(rules[0]?.content.title ?? '') : `${rules.length} Sigma rules`,
      sha256: createHash('sha256').update(text).digest('hex'),
      fetchedAt: new Date(),
    },
    rules: rules.map(({ key, content }) => ({ key, content: storableContent(content) })),
    techniques: [],
    indicators: [],
    skipped: [],
    stats: { issues: [...issues, ...rules.flatMap(issuesOfBrought)] },
  };
}

/** The findings of the checks, and what could not be converted, each with its rule. */
function issuesOfBrought({ key, issues, errors }: ProvenRule): object[] {
  return [
    ...issues.map((issue) => ({ rule: key, ...issue })),
    ...Object.entries(errors).map(([backend, issue]) => ({ rule: key, backend, ...issue })),
  ];
}

/** A reached bound, in the form of a skipped platform. */
function cutReason({ what, bound, of, platform }: Cap): Generation['skipped'][number] {
  return { ...(platform === undefined ? {} : { platform }), reason: `Only ${bound} of ${of} ${what} were taken.` };
}

const yamlBytes = ({ yaml }: Pick<RuleContent, 'yaml'>): number => Buffer.byteLength(yaml);

function tooLargeReason(rule: GenerationResult['rules'][number]): Generation['skipped'][number] {
  return {
    platform: rule.platform,
    reason: `The rule "${rule.title}" would have ${yamlBytes(rule)} bytes of YAML, and a rule may have ${RULE_YAML_BYTES_MAX}.`,
  };
}

function fromResult(result: GenerationResult): Omit<Draft, 'source' | 'document'> {
  const rules = result.rules.filter((rule) => yamlBytes(rule) <= RULE_YAML_BYTES_MAX);
  const tooLarge = result.rules.filter((rule) => !rules.includes(rule)).map(tooLargeReason);
  return {
    rules: rules.map(({ key, ...content }) => ({ key, content })),
    techniques: result.techniques,
    indicators: result.indicators,
    skipped: [...result.skipped, ...result.stats.caps.map(cutReason), ...tooLarge],
    stats: { ...result.stats },
  };
}

function toEngineOptions({ targetProviders, minConfidence, maxRules }: GenerationOptions): EngineOptions {
  return {
    ...(targetProviders === undefined ? {} : { platforms: targetProviders }),
    ...(minConfidence === undefined ? {} : { minConfidence }),
    ...(maxRules === undefined ? {} : { maxRules }),
  };
}
