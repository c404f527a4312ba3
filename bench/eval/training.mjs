// The training data of the technique model, and models for its training documents.

import { findBehaviours } from '@tripline/advisory';
import { currentId } from '@tripline/attack';
import { placesIn, readCase } from './cases.mjs';
import { trainTechniqueModel } from './learning/train-technique-model.mjs';

export const FOLDS = 5;
/** The set whose annotators marked the places of techniques. */
export const TRAINING_SET = 'tram';

/** The cases with annotated places, read. Only in these is a passage without annotation known to show no technique. */
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

/** For each document's id, a stored model that was trained on the other folds. */
export function foldModels(documents) {
  const models = new Map();
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const seen = documents.filter((_, index) => index % FOLDS !== fold);
    const model = trainTechniqueModel(seen, 'cross-validation');
    for (const { id } of documents.filter((_, index) => index % FOLDS === fold)) models.set(id, model);
  }
  return models;
}
