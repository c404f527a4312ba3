import type { AdvisoryDocument, Behaviour, FusionWeights, Span, TechniqueModel } from '../model.js';
import { passagesOf } from '../segment/passage.js';
import { evidenceVector, familyOf, joinEvidence } from './evidence.js';
import { gatherHits, modelHits, type SourcedHit } from './gather-hits.js';
import { featureReader } from './model/features.js';
import { sentencesOf } from './model/sentences.js';

// What the technique model is asked with, for whoever trains one: the same sentences, features and evidence as the engine's own.

/** The features of one sentence, as the technique model reads it. */
export const modelFeatures = (sentence: string): readonly string[] => featureReader()(sentence);

/** The sentences of a document, each with its place and its features. */
export function modelSentences(doc: AdvisoryDocument): readonly (Span & { readonly features: readonly string[] })[] {
  const featuresOf = featureReader();
  return passagesOf(doc).flatMap((passage) =>
    sentencesOf(passage.text).map(({ start, end }) => ({
      start: passage.start + start,
      end: passage.start + end,
      features: featuresOf(passage.text.slice(start, end)),
    })),
  );
}

/** The evidence of a document for each technique that it has any for, as the columns that a model's weights are for. */
export function evidenceVectors(
  doc: AdvisoryDocument,
  behaviours: readonly Behaviour[],
  model: TechniqueModel,
): Readonly<Record<keyof FusionWeights, readonly { readonly id: string; readonly vector: readonly number[] }[]>> {
  const length = doc.text.length;
  const withoutModel = gatherHits(doc, behaviours);
  const withModel = [...withoutModel, ...modelHits(doc, model)];
  const vectors = (hits: readonly SourcedHit[], keyOf: (id: string) => string) => {
    const all = joinEvidence(hits, length, keyOf);
    return [...all.values()].map((evidence) => ({ id: evidence.id, vector: evidenceVector(evidence, all, length) }));
  };
  const itself = (id: string): string => id;
  return {
    exact: vectors(withModel, itself),
    exactWithoutModel: vectors(withoutModel, itself),
    family: vectors(withModel, familyOf),
    familyWithoutModel: vectors(withoutModel, familyOf),
  };
}
