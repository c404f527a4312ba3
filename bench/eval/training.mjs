// What the technique model may learn from, and how well it does on documents it has not seen.

import { findBehaviours, findTechniques, parseTechniqueModel, trainTechniqueModel } from '@tripline/advisory';
import { currentId } from '@tripline/attack';
import { placesIn, readCase } from './cases.mjs';
import { documentScores } from './measures/document-scores.mjs';

export const FOLDS = 5;

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

/** Every document scored by a model trained on the other folds: what to expect of advisories not seen before. */
export function crossValidate(documents, minConfidence) {
  const labels = new Set(documents.flatMap(({ techniques }) => techniques));
  const judged = [];
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const seen = documents.filter((_, index) => index % FOLDS !== fold);
    const model = parseTechniqueModel(trainTechniqueModel(seen, 'cross-validation'));
    for (const { id, doc, behaviours, techniques } of documents.filter((_, index) => index % FOLDS === fold)) {
      const found = findTechniques(doc, behaviours, model);
      const predicted = found.filter((each) => each.confidence >= minConfidence && labels.has(each.id));
      judged.push({ id, gold: new Set(techniques), predicted: new Set(predicted.map((each) => each.id)) });
    }
  }
  return { judged, ...documentScores(judged) };
}
