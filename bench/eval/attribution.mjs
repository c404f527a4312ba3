// Labelled sentences for attribution: read from bench/eval/data, trained on, and scored.

import { readFileSync } from 'node:fs';
import { attributionFeatures } from '@tripline/advisory';
import { readCase } from './cases.mjs';

const LABELS = new URL('data/attribution-labels.json', import.meta.url);
const CLASSES = {
  who: ['intruder', 'defender', 'product', 'other-report'],
  whether: ['did', 'did-not', 'could', 'general', 'advice'],
};
const STEPS = 250;
const RATE = 0.05;
const L2 = 4;
const FEATURE_MIN = 4;
/** A feature whose weights are all smaller has no effect. */
const WEIGHT_MIN = 0.05;
/** How slowly the means of slopes and of their squares follow (Adam). */
const MEANS = [0.9, 0.999];
/** The weight of an unlabelled sentence compared with a labelled one. */
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
        features: attributionFeatures(
          { text: text.slice(block.start, block.end), block },
          { start: start - block.start, end: end - block.start },
        ),
      });
    }
  }
  return found;
}

/** Every 20th of ATT&CK's procedure sentences: what an intruder did, or may do where the sentence says "can" or "may". */
export function procedureSentences(path) {
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  return lines
    .filter((_, index) => index % 20 === 0)
    .map((line) => {
      const { text } = JSON.parse(line);
      const block = { role: 'narrative', type: 'paragraph', headings: [] };
      const features = attributionFeatures({ text, block }, { start: 0, end: text.length }).filter(
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
  const means = new Float64Array(model.length);
  const squares = new Float64Array(model.length);
  for (let step = 1; step <= STEPS; step += 1) {
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
      means[at] = MEANS[0] * means[at] + (1 - MEANS[0]) * one;
      squares[at] = MEANS[1] * squares[at] + (1 - MEANS[1]) * one * one;
      const mean = means[at] / (1 - MEANS[0] ** step);
      const spread = Math.sqrt(squares[at] / (1 - MEANS[1] ** step)) + 1e-8;
      model[at] -= (RATE * Math.sqrt(1 - step / STEPS) * mean) / spread;
    }
  }
  const rowOf = (at) => classes.map((_, k) => Math.round(model[k * width + at] * 1000) / 1000);
  return {
    classes,
    weights: Object.fromEntries([
      ...names.map((name, at) => [name, rowOf(at)]).filter(([, row]) => row.some((w) => Math.abs(w) >= WEIGHT_MIN)),
      ['bias', rowOf(width - 1)],
    ]),
  };
}

/** Macro-F1 of who and of whether, each class's own, and what is taken for what (rows: labels), of predictions for labelled sentences. */
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
      const confusion = classes.map((gold) =>
        classes.map(
          (said) => sentences.filter((sentence, at) => sentence[key] === gold && guesses[at][key] === said).length,
        ),
      );
      return [key, { macro: scored.reduce((sum, { f1 }) => sum + f1, 0) / scored.length, each, confusion }];
    }),
  );
}
