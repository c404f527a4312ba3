import { lazyData } from '../../data-file.js';
import type { FusionWeights, TechniqueModel, WordFigures } from '../../model.js';

/** The model as stored: weights of words and word pairs, and the weights that join the model with the other finders. */
export interface StoredTechniqueModel {
  /** The source of the weights. */
  readonly source: string;
  /** Current technique ids, in the order of all weights. */
  readonly labels: readonly string[];
  /** Logistic bias of each label. */
  readonly bias: readonly number[];
  /** Word or pair → its weights, one character each (see `packFigures`). */
  readonly words: Readonly<Record<string, string>>;
  readonly fusion: FusionWeights;
}

/** The model's result for one sentence. */
export interface LabelProbability {
  readonly id: string;
  /** 0..1, before the document as a whole is considered. */
  readonly probability: number;
}

/** Below it a label's vote is ignored. */
const VOTE_MIN = 0.03;
const LOGIT_MIN = Math.log(VOTE_MIN / (1 - VOTE_MIN));

/** A number is stored as the character so many places after `#`: printable, and never a quotation mark. */
const FIGURE_BASE = 35;
/** Weights are stored in quarters, shifted to be positive and limited to what one printable character holds. */
const WEIGHT_STEPS = 4;
const WEIGHT_SHIFT = 46;
const RARITY_STEPS = 10;

/**
 * A word's numbers as stored: its inverse document frequency in tenths, then the index and weight of each label that it supports or
 * opposes.
 */
export function packFigures(rarity: number, weights: Iterable<readonly [label: number, weight: number]>): string {
  const figures = [Math.round(rarity * RARITY_STEPS)];
  for (const [label, weight] of weights) {
    const steps = Math.round(weight * WEIGHT_STEPS) + WEIGHT_SHIFT;
    figures.push(label, Math.min(2 * WEIGHT_SHIFT - 1, Math.max(0, steps)));
  }
  return String.fromCharCode(...figures.map((figure) => FIGURE_BASE + figure));
}

function unpackFigures(packed: string): WordFigures {
  const count = (packed.length - 1) / 2;
  const figure = (at: number): number => packed.charCodeAt(at) - FIGURE_BASE;
  const labels = new Uint16Array(count);
  const weights = new Float32Array(count);
  for (let at = 0; at < count; at += 1) {
    labels[at] = figure(1 + 2 * at);
    weights[at] = (figure(2 + 2 * at) - WEIGHT_SHIFT) / WEIGHT_STEPS;
  }
  return { rarity: figure(0) / RARITY_STEPS, labels, weights };
}

/** Prepares a stored model for scoring. */
export function parseTechniqueModel(stored: StoredTechniqueModel): TechniqueModel {
  const words = new Map(Object.entries(stored.words).map(([word, packed]) => [word, unpackFigures(packed)]));
  return { labels: stored.labels, bias: Float32Array.from(stored.bias), words, fusion: stored.fusion };
}

/** The model shipped with this package (`data/technique-model.json`). */
export const techniqueModel = lazyData('technique-model.json', parseTechniqueModel);

/** The labels for a sentence's features (see `featureReader`); labels without a weight are left out. */
export function voteOf(model: TechniqueModel, features: readonly string[]): readonly LabelProbability[] {
  const known: WordFigures[] = [];
  let square = 0;
  for (const feature of features) {
    const figures = model.words.get(feature);
    if (figures === undefined) continue;
    known.push(figures);
    square += figures.rarity * figures.rarity;
  }
  if (known.length === 0) return [];
  const norm = Math.sqrt(square);
  const logits = model.bias.slice();
  for (const { rarity, labels, weights } of known) {
    const value = rarity / norm;
    for (let at = 0; at < labels.length; at += 1) {
      const label = labels[at] as number;
      logits[label] = (logits[label] as number) + (weights[at] as number) * value;
    }
  }
  const votes: LabelProbability[] = [];
  for (let label = 0; label < logits.length; label += 1) {
    const logit = logits[label] as number;
    if (logit >= LOGIT_MIN) votes.push({ id: model.labels[label] as string, probability: 1 / (1 + Math.exp(-logit)) });
  }
  return votes;
}
