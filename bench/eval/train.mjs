// Trains the technique model from a folder of annotated advisories: npm run train -- FOLDER [--check] [--all].

import { writeFileSync } from 'node:fs';
import { trainTechniqueModel } from '@tripline/advisory';
import { loadCases } from './cases.mjs';
import { mayBeRead } from './halves.mjs';
import { crossValidate, FOLDS, TRAINING_SET, trainingDocuments } from './training.mjs';

const OUT = new URL('../../packages/advisory/data/technique-model.json', import.meta.url);
const LISTED = 0.3;
const SOURCE =
  'Annotations of CTID TRAM (center-for-threat-informed-defense/tram, Apache-2.0): figures over words and word pairs of its reports, no text. ' +
  'Technique names of MITRE ATT&CK. Trained by `pnpm train`.';

const USAGE =
  'usage: npm run train -- FOLDER [--check] [--all]   (--check: cross-validate only, write nothing; --all: also from the judging half, for what ships)';

const args = process.argv.slice(2);
const options = new Set(args.filter((arg) => arg.startsWith('--')));
const [folder] = args.filter((arg) => !arg.startsWith('--'));
if (folder === undefined || [...options].some((option) => !['--check', '--all'].includes(option))) {
  console.error(USAGE);
  process.exit(2);
}

const cases = loadCases(folder).filter(
  ({ set, half }) => set === TRAINING_SET && (options.has('--all') || mayBeRead(half)),
);
const documents = await trainingDocuments(cases);
if (documents.length < FOLDS) {
  console.error(`${folder} holds ${documents.length} reports with annotated places; at least ${FOLDS} are needed`);
  process.exit(1);
}
const { precision, recall, micro, perDocument } = crossValidate(documents, LISTED);
const row = [precision, recall, micro, perDocument].map((value) => (value ?? 0).toFixed(3));
console.log(`${documents.length} documents, ${FOLDS} folds by document, each scored by a model that did not see it`);
console.log(`P ${row[0]}   R ${row[1]}   F1 micro ${row[2]}   F1 per document ${row[3]}`);
if (!options.has('--check')) {
  const model = trainTechniqueModel(documents, SOURCE);
  const lines = Object.entries(model.words).map(
    ([word, figures]) => `${JSON.stringify(word)}:${JSON.stringify(figures)}`,
  );
  const { words: _, ...rest } = model;
  const head = Object.entries(rest).map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
  const text = `{${[...head, `"words":{\n${lines.join(',\n')}\n}`].join(',\n')}}\n`;
  writeFileSync(OUT, text);
  console.log(
    `${lines.length} words and pairs, ${model.labels.length} techniques, ${text.length} bytes: ${OUT.pathname}`,
  );
}
