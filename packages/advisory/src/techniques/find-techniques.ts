import { technique } from '@tripline/attack';
import { distinctSpans } from '../attribute/model.js';
import { Caps } from '../caps.js';
import type { AdvisoryDocument, Behaviour, Span, TechniqueFinding, TechniqueModel } from '../model.js';
import { evidenceVector, familyOf, joinEvidence, type TechniqueEvidence } from './evidence.js';
import { gatherHits, modelHits, type SourcedHit } from './gather-hits.js';
import { techniqueModel } from './model/technique-model.js';
import { doubtful, underParents } from './unsure-subtechniques.js';

const WRITTEN_CONFIDENCE = 0.95;
/** The factor for cloud operations: their techniques come from what sources say of the operation, not from this document. */
const CLOUD_WEIGHT = 0.75;
/** With at least this many cloud operations (fewer on a short page), and more than behaviours of hosts, a document is about a cloud. */
const CLOUD_OPERATIONS_MIN = 8;
const CHARACTERS_PER_OPERATION = 2500;
/** In such a document, the factor for words about a technique that no cloud has. */
const OFF_PLATFORM_TRUST = 0.25;
/** In such a document, the factor for words alone about other techniques: annotators list what the operations show. */
const WORDS_ALONE_TRUST = 0.45;
const CLOUD_PLATFORMS: ReadonlySet<string> = new Set([
  'IaaS',
  'SaaS',
  'Identity Provider',
  'Office Suite',
  'Containers',
]);
const SPANS_MAX = 50;

/**
 * The techniques that a document shows, from written ids (retired ones mapped to their successors), names, phrases for procedures, the
 * behaviours found, and the technique model's votes, weighed together. A sub-technique also supports its parent, and is listed under it
 * where the evidence does not distinguish it from others. The confidence is the probability that an annotator would list the technique, as
 * trained (see `bench/eval/learning`). Ordered by confidence, then id.
 */
export function findTechniques(
  doc: AdvisoryDocument,
  behaviours: readonly Behaviour[],
  model: TechniqueModel = techniqueModel(),
  caps = new Caps(),
): readonly TechniqueFinding[] {
  const hits = [...gatherHits(doc, behaviours), ...modelHits(doc, model)];
  const length = doc.text.length;
  const exact = joinEvidence(hits, length, (id) => id);
  const families = joinEvidence(hits, length, familyOf);
  const labels = new Set(model.labels);
  const familyLabels = new Set(model.labels.map(familyOf));
  const aboutCloud = isAboutCloud(hits, length);
  const { fusion } = model;

  const findings = new Map<string, TechniqueFinding>();
  const doubted = new Set<string>();
  const weigh = (evidence: TechniqueEvidence, all: typeof exact, withModel: readonly number[]): void => {
    const confidence = confidenceOf(
      evidence,
      probability(withModel, evidenceVector(evidence, all, length)),
      aboutCloud,
    );
    const known = findings.get(evidence.id);
    if (known === undefined || known.confidence < confidence) {
      const finding = findingOf(evidence, confidence, caps);
      if (finding !== undefined) findings.set(evidence.id, finding);
      if (doubtful(evidence, confidence, labels.has(evidence.id))) doubted.add(evidence.id);
    }
  };
  for (const evidence of exact.values()) {
    weigh(evidence, exact, labels.has(evidence.id) ? fusion.exact : fusion.exactWithoutModel);
  }
  for (const evidence of families.values()) {
    // The model knows how often such a parent itself is meant; the evidence for its sub-techniques counts for these.
    if (labels.has(evidence.id)) continue;
    weigh(evidence, families, familyLabels.has(evidence.id) ? fusion.family : fusion.familyWithoutModel);
  }
  const listed = underParents(findings, doubted);
  return [...listed].sort((a, b) => b.confidence - a.confidence || (a.id < b.id ? -1 : 1));
}

function isAboutCloud(hits: readonly SourcedHit[], length: number): boolean {
  let cloud = 0;
  let host = 0;
  for (const { source } of hits) {
    if (source === 'cloud') cloud += 1;
    else if (source === 'host') host += 1;
  }
  return cloud > host && cloud >= Math.min(CLOUD_OPERATIONS_MIN, Math.ceil(length / CHARACTERS_PER_OPERATION));
}

/** The probability that a logistic regression gives. */
function probability(weights: readonly number[], vector: readonly number[]): number {
  const logit = vector.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0);
  return 1 / (1 + Math.exp(-logit));
}

function confidenceOf({ id, hits, bySource }: TechniqueEvidence, told: number, aboutCloud: boolean): number {
  // The model was not trained with cloud operations, so they are added to its result.
  const words = hits.some(({ source }) => source !== 'cloud')
    ? told * (aboutCloud ? trustInCloud(id, bySource) : 1)
    : 0;
  const joint = 1 - (1 - words) * (1 - jointConfidence(bySource.cloud));
  const written = hits.some((hit) => hit.source === 'written' && hit.id === id);
  return Math.round(Math.max(joint, written ? WRITTEN_CONFIDENCE : 0) * 1000) / 1000;
}

/** The factor for words about a technique in a document about a cloud. */
function trustInCloud(id: string, { cloud }: TechniqueEvidence['bySource']): number {
  if (technique(id)?.platforms.some((each) => CLOUD_PLATFORMS.has(each)) === false) return OFF_PLATFORM_TRUST;
  return cloud.length > 0 ? 1 : WORDS_ALONE_TRUST;
}

/** The best place counts fully, each further one less: ten mentions of one thing are not ten proofs. */
function jointConfidence(confidences: readonly number[]): number {
  let doubt = 1;
  [...confidences]
    .sort((a, b) => b - a)
    .slice(0, 6)
    .forEach((confidence, index) => {
      doubt *= 1 - (confidence * CLOUD_WEIGHT) / (1 + index * 0.75);
    });
  return 1 - doubt;
}

function findingOf({ id, hits }: TechniqueEvidence, confidence: number, caps: Caps): TechniqueFinding | undefined {
  const known = technique(id);
  if (known === undefined) return undefined;
  return {
    id,
    name: known.name,
    tactics: known.tactics,
    confidence,
    spans: caps.first(spansOf(hits), SPANS_MAX, `places of ${id}`),
  };
}

/** Votes of the model below this are not shown as places. */
const SHOWN_VOTE = 0.15;

function spansOf(hits: readonly SourcedHit[]): readonly Span[] {
  const shown = hits.filter(({ source, confidence }) => source !== 'model' || confidence >= SHOWN_VOTE);
  return distinctSpans((shown.length > 0 ? shown : hits).map(({ start, end }) => ({ start, end })));
}
