// The technique models for evaluation: none was trained on the advisory it is evaluated on, nor on the judging half.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseTechniqueModel } from '@tripline/advisory';
import { mayBeRead } from './halves.mjs';
import { trainTechniqueModel } from './learning/train-technique-model.mjs';
import { FOLDS, foldModels, TRAINING_SET, trainingDocuments } from './training.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const KEPT = fileURLToPath(new URL('../../.local/eval', import.meta.url));
const KEPT_MAX = 4;
/** The inputs of a model's figures, besides the advisories. */
const ENGINE = [
  ...['advisory/dist', 'advisory/data', 'advisory/knowledge', 'attack/dist', 'attack/data'].map(
    (each) => `packages/${each}`,
  ),
  'bench/eval/learning',
];

/**
 * Trains on the cases that may be read, which takes a minute, and keeps the result until the engine changes. Gives how many advisories were
 * used, and the model for an advisory by its id: for a training advisory, the model of another fold. Undefined where too few have places.
 */
export async function judgingModels(cases) {
  const permitted = cases.filter(({ set, half }) => set === TRAINING_SET && mayBeRead(half));
  if (permitted.length < FOLDS) return undefined;
  const path = join(KEPT, `models-${keyOf(permitted)}.json`);
  if (!existsSync(path)) keep(path, await train(permitted));
  const { learnt, stored, byId } = JSON.parse(readFileSync(path, 'utf8'));
  const models = stored.map(parseTechniqueModel);
  return { learnt, of: (id) => models[byId[id] ?? 0] };
}

async function train(cases) {
  const documents = await trainingDocuments(cases);
  const stored = [trainTechniqueModel(documents, 'all that may be read')];
  const byId = {};
  for (const [id, model] of foldModels(documents)) {
    if (!stored.includes(model)) stored.push(model);
    byId[id] = stored.indexOf(model);
  }
  return { learnt: documents.length, stored, byId };
}

function keep(path, models) {
  mkdirSync(KEPT, { recursive: true });
  const last = readdirSync(KEPT).map((name) => join(KEPT, name));
  const byAge = last.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const old of byAge.slice(KEPT_MAX - 1)) rmSync(old, { force: true });
  writeFileSync(`${path}.${process.pid}`, JSON.stringify(models));
  renameSync(`${path}.${process.pid}`, path);
}

function keyOf(cases) {
  const hash = createHash('sha256');
  for (const { id, path } of cases) hash.update(`${id}\n`).update(readFileSync(path));
  for (const folder of ENGINE.map((each) => join(ROOT, each)).filter((each) => existsSync(each))) {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
    for (const file of files.map((each) => join(each.parentPath, each.name)).sort()) {
      // The trained models replace the shipped one.
      if (/(?:\.(?:d\.ts|map)|technique-model\.json)$/.test(file)) continue;
      hash.update(`${file}\n`).update(readFileSync(file));
    }
  }
  return hash.digest('hex').slice(0, 16);
}
