// Labelled sentences for attribution: read from bench/eval/data, trained on, and scored.

import { readFileSync } from 'node:fs';
import { attributionFeatures } from '@tripline/advisory';
import { readCase } from './cases.mjs';

const LABELS = new URL('data/attribution-labels.json', import.meta.url);
const CLASSES = {
  who: ['intruder', 'defender', 'product', 'other-report'],
  whether: ['did', 'did-not', 'could', 'general', 'advice'],
};
const STEPS = 120;
const RATE = 0.5;
const L2 = 2;
const FEATURE_MIN = 3;
/** What a sentence that nobody labelled counts beside a labelled one. */
const UNLABELLED_WEIGHT = 0.3;

/** The labelled sentences of the cases given: `{ features, who, whether, part }`. */
export async function labelledSentences(cases) {
  const { labels } = JSON.parse(readFileSync(LABELS, 'utf8'));
  const found = [];
  for (const each of cases) {
    const rows = labels.filter(([id]) => id === each.id);
    if (rows.length === 0) continue;
    const { text, blocks } = await readCase(each);
    for (const [id, start, end, part, who, whether] of rows) {
      const block = blocks.find((one) => one.start <= start && end <= one.end);
      if (block === undefined) throw new Error(`${id} has no block at ${start}: read the sentences anew`);
      found.push({
        id,
        start,
        end,
        part,
        who,
        whether,
        weight: 1,
        features: attributionFeatures(text.slice(start, end), block),
      });
    }
  }
  return found;
}

/** Every 35th of ATT&CK's procedure sentences: an intruder's deeds, possible where the sentence says "can" or "may". */
export function procedureSentences(path) {
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  return lines
    .filter((_, index) => index % 35 === 0)
    .map((line) => {
      const { text } = JSON.parse(line);
      const features = attributionFeatures(text, { role: 'narrative', type: 'paragraph' }).filter(
        (name) => !/^(?:role|type):/.test(name),
      );
      const whether = /\b(?:can|could|may|might|capable|ability)\b/.test(text) ? 'could' : 'did';
      return { features, who: 'intruder', whether, weight: UNLABELLED_WEIGHT };
    });
}

/** Trains both classifiers: multinomial logistic regression, classes balanced by the square root of their number, the same result every time. */
export function trainAttribution(sentences, source) {
  return { source, who: trainOne(sentences, 'who'), whether: trainOne(sentences, 'whether') };
}

function trainOne(sentences, key) {
  const classes = CLASSES[key];
  const counts = new Map();
  for (const { features, weight } of sentences)
    for (const name of features) counts.set(name, (counts.get(name) ?? 0) + weight);
  const names = [...counts]
    .filter(([, count]) => count >= FEATURE_MIN)
    .map(([name]) => name)
    .sort();
  const index = new Map(names.map((name, at) => [name, at]));
  const width = names.length + 1;
  const rows = sentences.map(({ features }) => [
    ...features.map((name) => index.get(name)).filter((at) => at !== undefined),
    width - 1,
  ]);
  const wanted = sentences.map((sentence) => classes.indexOf(sentence[key]));
  const share = classes.map((_, at) => wanted.filter((each) => each === at).length);
  const weights = sentences.map(
    ({ weight }, at) => weight * Math.sqrt(sentences.length / (classes.length * share[wanted[at]])),
  );
  const model = new Float64Array(classes.length * width);
  const squares = new Float64Array(model.length).fill(1e-6);
  for (let step = 0; step < STEPS; step += 1) {
    const slope = new Float64Array(model.length);
    rows.forEach((row, at) => {
      const scores = classes.map((_, k) => row.reduce((sum, j) => sum + model[k * width + j], 0));
      const top = Math.max(...scores);
      const powers = scores.map((score) => Math.exp(score - top));
      const total = powers.reduce((sum, power) => sum + power, 0);
      powers.forEach((power, k) => {
        const error = (power / total - (wanted[at] === k ? 1 : 0)) * weights[at];
        for (const j of row) slope[k * width + j] += error;
      });
    });
    for (let at = 0; at < model.length; at += 1) {
      const one = slope[at] + (at % width === width - 1 ? 0 : L2 * model[at]);
      squares[at] += one * one;
      model[at] -= (RATE * one) / Math.sqrt(squares[at]);
    }
  }
  const rowOf = (at) => classes.map((_, k) => Math.round(model[k * width + at] * 1000) / 1000);
  return {
    classes,
    weights: Object.fromEntries([...names.map((name, at) => [name, rowOf(at)]), ['bias', rowOf(width - 1)]]),
  };
}

/** Macro-F1 of who and of whether, and each class's own, of predictions for labelled sentences. */
export function attributionScores(sentences, predict) {
  const guesses = sentences.map(predict);
  return Object.fromEntries(
    Object.entries(CLASSES).map(([key, classes]) => {
      const each = classes.map((name) => {
        const right = sentences.filter((sentence, at) => sentence[key] === name && guesses[at][key] === name).length;
        const gold = sentences.filter((sentence) => sentence[key] === name).length;
        const said = guesses.filter((guess) => guess[key] === name).length;
        return { name, f1: gold + said === 0 ? undefined : (2 * right) / (gold + said), support: gold };
      });
      const scored = each.filter(({ f1 }) => f1 !== undefined);
      return [key, { macro: scored.reduce((sum, { f1 }) => sum + f1, 0) / scored.length, each }];
    }),
  );
}
