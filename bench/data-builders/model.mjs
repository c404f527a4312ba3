// The technique model, trained on annotated reports.

import { trainTechniqueModel } from '../eval/learning/train-technique-model.mjs';
import { loadCases } from '../eval/load-cases.mjs';
import { FOLDS, TRAINING_SET, trainingDocuments } from '../eval/training.mjs';

/** The halves that the shipped model has learnt from; a folder without an index is undivided. */
const LEARNT_FROM = ['old', 'working', 'all'];
const SOURCE =
  'Annotations of CTID TRAM (center-for-threat-informed-defense/tram, Apache-2.0): figures over words and word pairs of its reports, no text. ' +
  'Technique names of MITRE ATT&CK. Trained by `npm run data -- model`.';

/**
 * Inputs: the folder `advisories` with its reports of the set `tram`, but those of the judging half where it has an `index.json`.
 */
export async function buildModel(input) {
  const folder = input('advisories');
  const cases = loadCases(folder).filter(({ set, half }) => set === TRAINING_SET && LEARNT_FROM.includes(half));
  const documents = await trainingDocuments(cases);
  if (documents.length < FOLDS) {
    throw new Error(`${folder} holds ${documents.length} reports with annotated places; at least ${FOLDS} are needed`);
  }
  const { words, ...rest } = trainTechniqueModel(documents, SOURCE);
  const lines = Object.entries(words).map(([word, figures]) => `${JSON.stringify(word)}:${JSON.stringify(figures)}`);
  const head = Object.entries(rest).map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
  const text = `{${[...head, `"words":{\n${lines.join(',\n')}\n}`].join(',\n')}}\n`;
  return new Map([['packages/advisory/data/technique-model.json', text]]);
}
