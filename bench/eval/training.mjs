// What the technique model may learn from, and how well it does on documents it has not seen.

import { findBehaviours, findTechniques, parseTechniqueModel, trainTechniqueModel } from '@tripline/advisory';
import { currentId } from '@tripline/attack';
import { placesIn, readCase } from './cases.mjs';
import { countsOf, scoresOf } from './measures/document-scores.mjs';
import { sumOf } from './sums.mjs';

export const FOLDS = 5;
/** The set whose annotators marked the places of techniques. */
export const TRAINING_SET = 'tram';

/** Cases with annotated places, read; the only ones where what is not annotated is known to be none of the annotated techniques. */
export async function trainingDocuments(cases) {
  const documents = [];
  for (const each of cases.filter(({ gold }) => gold.technique_spans !== undefined)) {
    const doc = await readCase(each);
    const brought = (id) => currentId(id) ?? id;
    documents.push({
      id: each.id,
      doc,
      behaviours: findBehaviours(doc),
      techniques: [...new Set(each.gold.techniques.map(brought))],
      spans: placesIn(each, doc).map((place) => ({ ...place, id: brought(place.id) })),
    });
  }
  return documents;
}

/** For each document's id, a model as stored that was trained on the documents of the other folds. */
export function foldModels(documents) {
  const models = new Map();
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const seen = documents.filter((_, index) => index % FOLDS !== fold);
    const model = trainTechniqueModel(seen, 'cross-validation');
    for (const { id } of documents.filter((_, index) => index % FOLDS === fold)) models.set(id, model);
  }
  return models;
}

/** Every document scored by a model trained on the other folds: what to expect of advisories not seen before. */
export function crossValidate(documents, minConfidence) {
  const labels = new Set(documents.flatMap(({ techniques }) => techniques));
  const parsed = new Map();
  const counts = [];
  for (const [id, stored] of foldModels(documents)) {
    if (!parsed.has(stored)) parsed.set(stored, parseTechniqueModel(stored));
    const { doc, behaviours, techniques } = documents.find((each) => each.id === id);
    const found = findTechniques(doc, behaviours, parsed.get(stored));
    const predicted = found.filter((each) => each.confidence >= minConfidence && labels.has(each.id));
    counts.push(countsOf(new Set(techniques), new Set(predicted.map((each) => each.id))));
  }
  return scoresOf(sumOf(counts));
}
