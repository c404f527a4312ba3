import { currentId, technique } from '@tripline/attack';
import {
  DEFAULT_TARGET_IDS,
  PLATFORM_IDS,
  PLATFORM_NAMES,
  type PlatformId,
  platformId,
  platformName,
} from '@tripline/sigma';
import { Caps } from './caps.js';
import { documentKey } from './draft/document-key.js';
import { ruleAttribution } from './draft/rule-attribution.js';
import { evidenceOf, type RuleDraft } from './draft/rule-draft.js';
import { draftId, formerIds, type RuleSource, writeRule } from './draft/write-rule.js';
import { draftRules } from './draft-rules.js';
import { findBehaviours } from './find-behaviours.js';
import { marked } from './handling.js';
import { findIndicators } from './indicators/find-indicators.js';
import { keepKeys } from './keys/keep-keys.js';
import { draftPublishedDetections } from './kinds/published-detection/draft.js';
import { findPublishedDetections } from './kinds/published-detection/recognise.js';
import type {
  AdvisoryDocument,
  Cap,
  Evidence,
  GeneratedRule,
  GenerateOptions,
  GenerationResult,
  RuleAttribution,
  Span,
  TechniqueModel,
} from './model.js';
import { proveDraft } from './prove/prove-draft.js';
import { linesOf, type QuotedLine, quotedLines } from './prove/quoted-lines.js';
import { skippedPlatforms } from './skipped-platforms.js';
import { draftTechniqueRules } from './technique-rules/draft-technique-rules.js';
import { findTechniques } from './techniques/find-techniques.js';
import { listedTechniques, withListedTechniques } from './techniques/listed-techniques.js';
import { startsWithAny } from './text/ends.js';
import { isNumber } from './text/shape.js';
import { findThings } from './things/find-things.js';
import { ENGINE_VERSION } from './version.js';
import { whyNoRules } from './why-no-rules.js';

const DEFAULT_MIN_CONFIDENCE = 0.3;
const DEFAULT_MAX_RULES = 200;
const NOT_KEPT_MAX = 200;

/** Everything a document shows: indicators, behaviours, published detections, and techniques by the shipped model or the given one. */
export function findEvidence(doc: AdvisoryDocument, model?: TechniqueModel, caps = new Caps()): Evidence {
  const published = findPublishedDetections(doc);
  const behaviours = outside(published, findBehaviours(doc, caps));
  const techniques = findTechniques(doc, behaviours, model, caps);
  const indicators = findIndicators(doc);
  return { published, indicators, behaviours, techniques, things: findThings(doc, indicators, published) };
}

/** Behaviours outside of published detections: the values in those belong to their author's query and not to the actor's commands. */
function outside(published: readonly Span[], behaviours: Evidence['behaviours']): Evidence['behaviours'] {
  if (published.length === 0) return behaviours;
  return behaviours.filter(({ start, end }) => !published.some((span) => start < span.end && span.start < end));
}

/**
 * Reads evidence from a document, drafts rules, proves each and converts it to the requested targets. Drafts that fail their proof are left
 * out (`stats.drafts` counts all drafts). The same document, options and engine version give the same bytes.
 */
export function generate(doc: AdvisoryDocument, options: GenerateOptions = {}): GenerationResult {
  const ids = options.platforms ?? PLATFORM_IDS;
  const platforms = new Set(ids.map(platformName));
  const minConfidence = options.minConfidence ?? DEFAULT_MIN_CONFIDENCE;
  const progress = options.onProgress ?? (() => undefined);

  progress({ step: 'evidence', done: 0, total: 1 });
  const caps = new Caps();
  const evidence = findEvidence(doc, options.techniqueModel, caps);
  progress({ step: 'evidence', done: 1, total: 1 });
  const told = new Set(listedTechniques(evidence.techniques, [], minConfidence).map(({ id }) => id));
  const wanted = { platforms, isRestricted: options.platforms !== undefined, logs: new Set(options.logs) };
  const drafted = draftRules(doc, evidence, { ...wanted, minConfidence });
  const drafts = drafted.drafts.map((draft) => withListedTechniques(draft, told));
  progress({ step: 'draft', done: drafts.length, total: drafts.length });

  const source = sourceOf(doc, options);
  const { maxRules = DEFAULT_MAX_RULES, targets = DEFAULT_TARGET_IDS } = options;
  const published = draftPublishedDetections(doc, evidence.published, source, { ...wanted, targets, maxRules });
  const left = maxRules - published.rules.length;
  const from = {
    text: doc.text,
    lines: quotedLines(doc.text, evidence.behaviours),
    attributionOf: (draft: RuleDraft) => ruleAttribution(doc, draft),
  };
  const proven = proveDrafts(drafts, source, from, { ...options, maxRules: left });
  const { failed } = proven;
  const made = {
    rules: inOrder([...published.rules, ...proven.rules], PLATFORM_IDS),
    outcomes: published.outcomes,
    caps: proven.caps,
  };
  const { caps: cutLists, outcomes, rules } = keepKeys(made, options.before ?? [], proven.formerKeys);

  const skipped = skippedPlatforms(ids, rules, failed, evidence, minConfidence);
  const isNarrowed = options.platforms !== undefined && options.platforms.length < PLATFORM_IDS.length;
  return {
    rules: rules.map((rule) => marked(rule, doc.tlp)),
    quoted: linesOf(rules, from.lines),
    reason: rules.length > 0 ? null : whyNoRules({ doc, evidence, outcomes, skipped, minConfidence, isNarrowed }),
    techniques: listedTechniques(evidence.techniques, rules, minConfidence),
    indicators: evidence.indicators,
    skipped,
    notKept: drafted.notKept.slice(0, NOT_KEPT_MAX),
    stats: {
      characters: doc.text.length,
      blocks: doc.blocks.length,
      behaviours: evidence.behaviours.length,
      drafts: drafts.length,
      publishedDetections: outcomes,
      tlp: doc.tlp ?? null,
      language: doc.language ?? null,
      caps: [...(doc.caps ?? []), ...caps.reached, ...cutLists],
      engineVersion: ENGINE_VERSION,
    },
  };
}

/** What each rule says of the document it comes from. */
const sourceOf = (doc: AdvisoryDocument, { readOn }: GenerateOptions): RuleSource => ({
  key: documentKey(doc),
  references: doc.url !== undefined && startsWithAny(doc.url.toLowerCase(), ['http:', 'https:']) ? [doc.url] : [],
  ...dateOf(doc.publishedAt ?? readOn),
});

/**
 * Rules for a technique from knowledge alone, for the gaps of a coverage report. Takes a current or retired id in any letter case. An id
 * that ATT&CK never had gives no rules and a reason in `skipped`. The template of each value names its source in the knowledge.
 */
export function generateFromTechnique(techniqueId: string, options: GenerateOptions = {}): GenerationResult {
  const ids = options.platforms ?? PLATFORM_IDS;
  const platforms = ids.map(platformName);
  const id = currentId(techniqueId);
  const known = id === undefined ? undefined : technique(id);
  const minConfidence = options.minConfidence ?? DEFAULT_MIN_CONFIDENCE;
  const drafts =
    known === undefined
      ? []
      : draftTechniqueRules(known.id).filter(
          ({ platform, confidence }) =>
            platform !== null && platforms.includes(platform) && confidence >= minConfidence,
        );
  const source: RuleSource = {
    key: `technique:${known?.id ?? techniqueId}`,
    references: known === undefined ? [] : [`https://attack.mitre.org/techniques/${known.id.replace('.', '/')}/`],
    ...dateOf(options.readOn),
  };
  const proven = proveDrafts(drafts, source, { text: '', lines: [], attributionOf: () => null }, options);
  const { failed } = proven;
  const { caps, rules } = keepKeys({ ...proven, outcomes: [] }, options.before ?? [], proven.formerKeys);
  const without =
    known === undefined
      ? `ATT&CK has no technique ${techniqueId}.`
      : `There is no knowledge yet of how this log shows ${known.id}.`;
  return {
    rules,
    quoted: {},
    reason: rules.length > 0 ? null : (failed.values().next().value ?? without),
    techniques:
      known === undefined ? [] : [{ id: known.id, name: known.name, tactics: known.tactics, confidence: 1, spans: [] }],
    indicators: [],
    skipped: ids
      .filter((platform) => !rules.some((rule) => rule.platform === platform))
      .map((platform) => ({ platform, reason: failed.get(platform) ?? without })),
    notKept: [],
    stats: {
      characters: 0,
      blocks: 0,
      behaviours: 0,
      drafts: drafts.length,
      publishedDetections: [],
      tlp: null,
      language: null,
      caps,
      engineVersion: ENGINE_VERSION,
    },
  };
}

/** The day of an ISO 8601 date or instant, where it is one. */
function dateOf(at: string | undefined): Pick<RuleSource, 'date'> {
  const date = (at ?? '').slice(0, 'YYYY-MM-DD'.length);
  const parts = date.split('-');
  const isDay = [4, 2, 2].every((length, part) => parts[part]?.length === length && isNumber(parts[part] ?? ''));
  return isDay ? { date } : {};
}

interface Proven {
  readonly rules: readonly GeneratedRule[];
  /** The last reason for which a draft of each platform failed its proof. */
  readonly failed: ReadonlyMap<PlatformId, string>;
  /** What the rules leave out, and the drafts beyond those asked for. */
  readonly caps: readonly Cap[];
  /** The keys that earlier releases gave a rule, by its key of now. */
  readonly formerKeys: ReadonlyMap<string, readonly string[]>;
}

/** The text that drafts rest on, with the lines that it quotes. */
interface DraftedText {
  readonly text: string;
  readonly lines: readonly QuotedLine[];
  /** The attribution of a draft. */
  readonly attributionOf: (draft: RuleDraft) => RuleAttribution | null;
}

function proveDrafts(
  drafts: readonly RuleDraft[],
  source: RuleSource,
  { text, lines, attributionOf }: DraftedText,
  options: GenerateOptions,
): Proven {
  const targets = options.targets ?? DEFAULT_TARGET_IDS;
  const context = { text, lines, targets, write: (draft: RuleDraft) => writeRule(draft, source) };
  const progress = options.onProgress ?? (() => undefined);
  const max = options.maxRules ?? DEFAULT_MAX_RULES;
  const chosen = inOrder(strongest(drafts, max), PLATFORM_NAMES);
  const caps: Cap[] = drafts.length > max ? [{ what: 'drafted rules', bound: max, of: drafts.length }] : [];
  const failed = new Map<PlatformId, string>();
  const rules: GeneratedRule[] = [];
  const formerKeys = new Map<string, readonly string[]>();
  chosen.forEach((drafted, index) => {
    const { draft, yaml, proof } = proveDraft(drafted, context);
    const platform = draft.platform === null ? null : platformId(draft.platform);
    if (proof.ok) {
      const key = draftId(draft, source);
      if (draft.formerly !== undefined) formerKeys.set(key, formerIds(draft, source));
      caps.push(...(draft.cut ?? []).map((cap) => ({ ...cap, rule: key, ...(platform === null ? {} : { platform }) })));
      rules.push({
        key,
        title: draft.title,
        description: draft.description,
        platform,
        level: draft.level,
        status: 'experimental',
        techniques: draft.techniques,
        yaml,
        ...proof.proven,
        evidence: evidenceOf(draft, text),
        attribution: attributionOf(drafted),
      });
    } else if (platform !== null) {
      failed.set(platform, proof.reason);
    }
    progress({ step: 'prove', done: index + 1, total: chosen.length });
  });
  return { rules, failed, caps, formerKeys };
}

/** The drafts with the highest confidence, where there are more than asked for. */
function strongest(drafts: readonly RuleDraft[], max: number): readonly RuleDraft[] {
  if (drafts.length <= max) return drafts;
  return [...drafts.entries()]
    .sort(([a, x], [b, y]) => y.confidence - x.confidence || a - b)
    .slice(0, max)
    .map(([, draft]) => draft);
}

/** In the order of these platforms, those of none last; those of one platform stay in order. */
function inOrder<Platform, Each extends { readonly platform: Platform | null }>(
  all: readonly Each[],
  order: readonly Platform[],
): readonly Each[] {
  return [...order, null].flatMap((platform) => all.filter((one) => one.platform === platform));
}
