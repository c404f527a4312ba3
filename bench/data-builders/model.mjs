// The technique model, trained on annotated reports, after cross-validating it on them.

import { trainTechniqueModel } from '@tripline/advisory';
import { loadCases } from '../eval/cases.mjs';
import { crossValidate, FOLDS, TRAINING_SET, trainingDocuments } from '../eval/training.mjs';

const LISTED = 0.3;
/** The halves that the shipped model has learnt from; a folder without an index is undivided. */
const LEARNT_FROM = ['old', 'all'];
const SOURCE =
  'Annotations of CTID TRAM (center-for-threat-informed-defense/tram, Apache-2.0): figures over words and word pairs of its reports, no text. ' +
  'Technique names of MITRE ATT&CK. Trained by `npm run data -- model`.';

/**
 * Inputs: the folder `advisories` with its reports of the set `tram`, of the old half where it has an `index.json`. Prints how well a model does on
 * reports it has not seen.
 */
export async function buildModel(input) {
  const folder = input('advisories');
  const cases = loadCases(folder).filter(({ set, half }) => set === TRAINING_SET && LEARNT_FROM.includes(half));
  const documents = await trainingDocuments(cases);
  if (documents.length < FOLDS) {
    throw new Error(`${folder} holds ${documents.length} reports with annotated places; at least ${FOLDS} are needed`);
  }
  const { precision, recall, micro, perDocument } = crossValidate(documents, LISTED);
  const row = [precision, recall, micro, perDocument].map((value) => (value ?? 0).toFixed(3));
  console.log(`${documents.length} documents, ${FOLDS} folds by document, each scored by a model that did not see it`);
  console.log(`P ${row[0]}   R ${row[1]}   F1 micro ${row[2]}   F1 per document ${row[3]}`);
  const { words, ...rest } = trainTechniqueModel(documents, SOURCE);
  const lines = Object.entries(words).map(([word, figures]) => `${JSON.stringify(word)}:${JSON.stringify(figures)}`);
  const head = Object.entries(rest).map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
  const text = `{${[...head, `"words":{\n${lines.join(',\n')}\n}`].join(',\n')}}\n`;
  return new Map([['packages/advisory/data/technique-model.json', text]]);
}
