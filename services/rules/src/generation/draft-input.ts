import { createHash } from 'node:crypto';
import type { Cap, GenerationResult } from '@tripline/advisory';
import { technique } from '@tripline/attack';
import type { FetchedDocument } from '@tripline/fetch';
import { BadRequestError, storableText } from '@tripline/service';
import type { DraftSettings, EngineAnswers, EngineOptions } from '../engine/engine-tasks.js';
import type { MadeConversions } from '../engine/tasks/convert-made.js';
import type { ProvenRule } from '../engine/tasks/proven-rule.js';
import { RULE_YAML_BYTES_MAX } from '../engine/tasks/rule-size.js';
import { refusedQuery, refusedSigma } from '../refused-sigma.js';
import { storableContent } from '../rule/rule-model.js';
import type { RuleContent } from '../rule/rule-resource.js';
import type { Generation } from './generation-model.js';
import type { GenerationSource } from './generation-resource.js';
import type { GenerationInput, GenerationOptions } from './generation-schema.js';
import { type Draft, type DraftHooks, type Make, makerOf } from './make-draft.js';

/** Fetches an advisory by its address. */
export type FetchDocument = (url: string, signal: AbortSignal) => Promise<FetchedDocument>;

/**
 * Fetches what the input names, and drafts rules from it; nothing is saved.
 * @throws AppError for any fault of the advisory
 */
export async function draftRules(
  fetchDocument: FetchDocument,
  input: GenerationInput,
  options: GenerationOptions,
  hooks: DraftHooks,
): Promise<Draft> {
  const { admitted, firstRead, made, rulesBefore } = hooks;
  const read: Reader = { make: makerOf(hooks), admitted, made, firstRead, rulesBefore };
  switch (input.inputType) {
    case 'sigma':
      return draftFromSigma(input.yaml, read);
    case 'query':
      return draftFromQuery(input, read);
    case 'technique':
      return draftFromTechnique(input.techniqueId, options, read);
    case 'text': {
      const bytes = new TextEncoder().encode(input.text);
      const title = input.title === undefined ? {} : { title: input.title };
      return draftFromAdvisory(
        { bytes, contentType: 'text/plain', fetchedAt: new Date(), ...title },
        'text',
        options,
        read,
      );
    }
    case 'file': {
      const { bytes, contentType, fileName } = input;
      return draftFromAdvisory(
        { bytes, contentType, fetchedAt: new Date(), fallbackTitle: fileName },
        'file',
        options,
        read,
      );
    }
    case 'url': {
      await made;
      hooks.onProgress?.({ step: 'fetch', done: 0, total: 1 });
      const fetched = await fetchDocument(input.url, hooks.signal);
      hooks.onProgress?.({ step: 'fetch', done: 1, total: 1 });
      return draftFromAdvisory(
        { ...fetched, fetchedAt: new Date(fetched.fetchedAt), url: input.url },
        'url',
        options,
        read,
      );
    }
  }
}

/** The engine, and what there is of a document from before. */
interface Reader extends Pick<DraftHooks, 'admitted' | 'made' | 'firstRead' | 'rulesBefore'> {
  readonly make: Make;
}

/** What the rules of a document are drafted with; their day is that of the first reading, which is today where there was none. */
function settingsFor(reader: Reader, document: Parameters<DraftHooks['firstRead']>[0]): Promise<DraftSettings> {
  const asked = Promise.all([reader.made, reader.firstRead(document), reader.rulesBefore(document)]);
  const settings = asked.then(([made, firstRead, before]) => ({
    made,
    readOn: (firstRead ?? new Date()).toISOString().slice(0, 10),
    before,
  }));
  // Whoever waits for it learns of it, unless there is a fault before.
  settings.catch(() => undefined);
  return settings;
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
  reader: Reader,
): Promise<Draft> {
  const { bytes, contentType, finalUrl, title } = received;
  const url = received.url === undefined ? {} : { url: storableText(received.url) };
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const settings = settingsFor(reader, { sha256, ...url });
  await reader.admitted;
  const task = {
    kind: 'advisory',
    bytes,
    ...(contentType === undefined ? {} : { contentType }),
    ...(finalUrl === undefined ? {} : { url: finalUrl }),
    ...(title === undefined ? {} : { title }),
    ...(options.tlp === undefined ? {} : { tlp: options.tlp }),
    options: toEngineOptions(options),
  } as const;
  const toDraft = ({ document, made, result }: EngineAnswers['advisory']): Draft => ({
    source: {
      inputType,
      ...url,
      ...(finalUrl === undefined ? {} : { finalUrl }),
      title: storableText(document.title || received.fallbackTitle || 'Untitled advisory'),
      ...(document.publishedAt === undefined ? {} : { publishedAt: document.publishedAt }),
      contentType: contentType ?? 'application/octet-stream',
      sha256,
      fetchedAt: received.fetchedAt,
    },
    document: { text: document.text, blocks: document.blocks },
    ...fromResult(result, made),
  });
  // The stores are asked while the engine reads.
  return reader.make(task, toDraft, settings);
}

async function draftFromTechnique(techniqueId: string, options: GenerationOptions, reader: Reader): Promise<Draft> {
  const known = technique(techniqueId);
  if (known === undefined) {
    throw new BadRequestError(`"${techniqueId}" is not a technique of the current ATT&CK version.`, {
      details: [{ path: 'techniqueId', message: 'techniqueId is unknown' }],
    });
  }
  const sha256 = createHash('sha256').update(techniqueId).digest('hex');
  const task = {
    kind: 'technique',
    techniqueId,
    options: toEngineOptions(options),
    ...(await settingsFor(reader, { sha256 })),
  } as const;
  return reader.make(task, ({ made, result }) => ({
    source: {
      inputType: 'technique',
      title: `${known.id} ${known.name}`,
      contentType: 'text/plain',
      sha256,
      fetchedAt: new Date(),
    },
    ...fromResult(result, made),
  }));
}

async function draftFromSigma(yaml: string, { made: settings, make }: Reader): Promise<Draft> {
  return make({ kind: 'proof', yaml, made: await settings }, ({ made, rules, refused }) => {
    if (refused.length > 0) throw refusedSigma(refused.map(({ error }) => error));
    return draftOfBrought({ inputType: 'sigma', contentType: 'application/yaml', text: yaml }, rules, made);
  });
}

async function draftFromQuery(
  { inputType, ...input }: Extract<GenerationInput, { inputType: 'query' }>,
  { made: settings, make }: Reader,
): Promise<Draft> {
  return make({ kind: 'query', ...input, made: await settings }, (outcome) => {
    if (!outcome.ok) throw refusedQuery(outcome.faults);
    const { made, rules, notes } = outcome;
    const issues = rules.flatMap(({ key }) => notes.map((note) => ({ rule: key, ...note })));
    return draftOfBrought({ inputType, contentType: 'text/plain', text: input.query }, rules, made, issues);
  });
}

/** Rules from a caller, as Sigma or as a query; `issues` are the findings on them. */
function draftOfBrought(
  { text, ...source }: Pick<GenerationSource, 'inputType' | 'contentType'> & { readonly text: string },
  rules: readonly ProvenRule[],
  made: readonly MadeConversions[],
  issues: readonly object[] = [],
): Draft {
  return {
    source: {
      ...source,
      title: rules.length === 1 ? storableText(rules[0]?.content.title ?? '') : `${rules.length} Sigma rules`,
      sha256: createHash('sha256').update(text).digest('hex'),
      fetchedAt: new Date(),
    },
    rules: rules.map(({ key, content }, index) => ({
      key,
      content: storableContent(content),
      made: made[index] ?? {},
    })),
    techniques: [],
    indicators: [],
    skipped: [],
    lines: {},
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
    ...(rule.platform === null ? {} : { platform: rule.platform }),
    reason: `The rule "${rule.title}" would have ${yamlBytes(rule)} bytes of YAML, and a rule may have ${RULE_YAML_BYTES_MAX}.`,
  };
}

function fromResult(result: GenerationResult, made: readonly MadeConversions[]): Omit<Draft, 'source' | 'document'> {
  const isTooLarge = (rule: RuleContent): boolean => yamlBytes(rule) > RULE_YAML_BYTES_MAX;
  const rules = result.rules.map(({ key, ...content }, index) => ({ key, content, made: made[index] ?? {} }));
  const tooLarge = result.rules.filter(isTooLarge).map(tooLargeReason);
  return {
    rules: rules.filter(({ content }) => !isTooLarge(content)),
    techniques: result.techniques,
    indicators: result.indicators,
    skipped: [...result.skipped, ...result.stats.caps.map(cutReason), ...tooLarge],
    lines: result.quoted,
    stats: { ...result.stats, reason: result.reason, notDrafted: result.notKept },
  };
}

function toEngineOptions({ targetLogs, targetProviders, minConfidence, maxRules }: GenerationOptions): EngineOptions {
  return {
    ...(targetProviders === undefined ? {} : { platforms: targetProviders }),
    ...(targetLogs === undefined ? {} : { logs: targetLogs }),
    ...(minConfidence === undefined ? {} : { minConfidence }),
    ...(maxRules === undefined ? {} : { maxRules }),
  };
}
