// Trains the attribution model: node bench/eval/train-attribution.mjs FOLDER PROCEDURES [--check]. FOLDER has annotated advisories (the
// labels name them), PROCEDURES ATT&CK's procedure sentences (JSON lines). Prints how well a model trained only on the tuned part does on
// the held-out part; writes the model of that part unless --check is given.

import { writeFileSync } from 'node:fs';
import { classifyAttribution } from '@tripline/advisory';
import { attributionScores, labelledSentences, procedureSentences, trainAttribution } from './attribution.mjs';
import { loadCases } from './load-cases.mjs';

const OUT = new URL('../../packages/advisory/data/attribution-model.json', import.meta.url);
const SOURCE =
  'Weights of cue groups (knowledge/cues) and frequent words, trained by bench/eval/train-attribution.mjs on our own labels (bench/eval/data/attribution-labels.json) ' +
  "and MITRE ATT&CK's procedure sentences; no text.";

const [folder, procedures] = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
if (procedures === undefined) {
  console.error('usage: node bench/eval/train-attribution.mjs FOLDER PROCEDURES.jsonl [--check]');
  process.exit(2);
}
const sentences = await labelledSentences(loadCases(folder));
const tuned = sentences.filter(({ part }) => part === 'tuned');
const heldOut = sentences.filter(({ part }) => part === 'held-out');
const model = trainAttribution([...tuned, ...procedureSentences(procedures)], SOURCE);
const scores = attributionScores(heldOut, ({ features }) => classifyAttribution(features, model));
for (const [key, { macro, each, confusion }] of Object.entries(scores)) {
  console.log(`${key}: macro-F1 ${macro.toFixed(3)} on ${heldOut.length} held-out sentences`);
  each.forEach(({ name, f1, support }, at) => {
    console.log(`  ${name} ${f1?.toFixed(3) ?? '-'} (${support}), taken for ${confusion[at].join(' ')}`);
  });
}
if (!process.argv.includes('--check')) {
  const part = ({ classes, weights }) =>
    `{"classes":${JSON.stringify(classes)},"weights":{\n${Object.entries(weights)
      .map(([name, row]) => `${JSON.stringify(name)}:${JSON.stringify(row)}`)
      .join(',\n')}\n}}`;
  writeFileSync(
    OUT,
    `{"source":${JSON.stringify(SOURCE)},\n"who":${part(model.who)},\n"whether":${part(model.whether)}}\n`,
  );
  console.log(`written: ${OUT.pathname}`);
}
