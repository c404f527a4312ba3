import { lazyData } from '../data-file.js';
import type { Span, Whether, Who } from '../model.js';
import { onceEach } from '../once.js';
import { type ClassifiedPassage, featuresOf } from './features.js';

/** Weights of a linear classifier as stored: per feature one weight for each class, the last feature is the bias. */
export interface StoredAttributionModel {
  readonly source: string;
  readonly who: { readonly classes: readonly Who[]; readonly weights: Readonly<Record<string, readonly number[]>> };
  readonly whether: {
    readonly classes: readonly Whether[];
    readonly weights: Readonly<Record<string, readonly number[]>>;
  };
}

/** The feature that every sentence has. */
const BIAS = 'bias';

const shipped = lazyData('attribution-model.json', (raw: StoredAttributionModel) => raw);

/** The likeliest who and whether of a sentence, the lower of both confidences, and the words that count most (offsets of the sentence). */
export interface Guess {
  readonly who: Who;
  readonly whether: Whether;
  readonly confidence: number;
  readonly cues: readonly Span[];
}

/**
 * The likeliest who and whether for a sentence's features (`attributionFeatures`). Evaluation passes another model than the shipped one.
 */
export function classifyAttribution(
  features: Iterable<string>,
  model: StoredAttributionModel = shipped(),
): Pick<Guess, 'who' | 'whether'> {
  const names = [...features];
  return {
    who: model.who.classes[likeliest(model.who, names).index] as Who,
    whether: model.whether.classes[likeliest(model.whether, names).index] as Whether,
  };
}

/** The names of the features of a sentence in a passage; `sentence` counts within the passage. */
export function attributionFeatures(passage: ClassifiedPassage, sentence: Span): readonly string[] {
  return [...featuresOf(passage, sentence).keys()];
}

/** Classifies a sentence of a passage: who acts, and whether it was done. */
export function classify(passage: ClassifiedPassage, sentence: Span): Guess {
  const model = shipped();
  const features = featuresOf(passage, sentence);
  const who = likeliest(model.who, features.keys());
  const whether = likeliest(model.whether, features.keys());
  const cues = [...features]
    .filter(
      ([name, words]) =>
        words.length > 0 && (supports(model.who, name, who.index) || supports(model.whether, name, whether.index)),
    )
    .map(([, words]) => ({ start: words[0]?.start ?? 0, end: words.at(-1)?.end ?? 0 }));
  return {
    who: model.who.classes[who.index] as Who,
    whether: model.whether.classes[whether.index] as Whether,
    confidence: Math.round(Math.min(who.share, whether.share) * 100) / 100,
    cues: distinctSpans(cues),
  };
}

interface Part {
  readonly classes: readonly string[];
  readonly weights: Readonly<Record<string, readonly number[]>>;
}

/** The weights of a part as a map, in which a new text is found sooner than among an object's keys. */
const weightsOf = onceEach(
  new WeakMap<Part, ReadonlyMap<string, readonly number[]>>(),
  ({ weights }) => new Map(Object.entries(weights)),
);

function likeliest(part: Part, features: Iterable<string>): { readonly index: number; readonly share: number } {
  const weights = weightsOf(part);
  const scores = part.classes.map((_, index) => weights.get(BIAS)?.[index] ?? 0);
  for (const feature of features) {
    const own = weights.get(feature);
    if (own === undefined) continue;
    for (let index = 0; index < own.length; index += 1)
      scores[index] = (scores[index] as number) + (own[index] as number);
  }
  const top = Math.max(...scores);
  const sum = scores.reduce((total, score) => total + Math.exp(score - top), 0);
  return { index: scores.indexOf(top), share: 1 / sum };
}

/** Whether a feature supports a class more than a little. */
function supports(part: Part, feature: string, index: number): boolean {
  return (weightsOf(part).get(feature)?.[index] ?? 0) > 0.5;
}

/** Each span once, in the order of the text. */
export function distinctSpans(spans: readonly Span[]): readonly Span[] {
  return [...new Map(spans.map((span) => [`${span.start}-${span.end}`, span])).values()].sort(
    (a, b) => a.start - b.start || a.end - b.end,
  );
}
