// What words and pairs of words say of a sentence's techniques.

const DOCUMENTS_MIN = 4;
const SENTENCES_MIN = 3;
const EPOCHS = 12;
const RATE = 0.5;
const DECAY = 1e-5;
const BIAS_START = -4;
/** Smaller errors change nothing after rounding. */
const ERROR_MIN = 1e-3;

/**
 * Trains a one-vs-rest logistic regression over words and pairs by AdaGrad (Duchi et al. 2011) in a fixed shuffled order: the same sentences give
 * the same weights. A sentence has its `features`, its annotated `techniques`, and the number of its `document`: a word that occurs in one incident
 * only is not learnt. `weights` has one row of `labels.length` numbers per word.
 */
export function trainSentences(sentences) {
  const { words, rarity } = vocabularyOf(sentences);
  const labels = labelsOf(sentences);
  const rows = rowsOf(sentences, words, rarity, labels);
  const width = labels.length;
  const weights = new Float32Array(words.length * width);
  const weightSums = new Float32Array(words.length * width).fill(1e-6);
  const bias = new Float32Array(width).fill(BIAS_START);
  const biasSums = new Float32Array(width).fill(1e-6);
  const errors = new Float32Array(width);
  const random = generator(7);
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    shuffle(rows, random);
    for (const row of rows) {
      predict(row, weights, bias, errors);
      for (const label of row.labels) errors[label] = errors[label] - 1;
      for (let label = 0; label < width; label += 1) {
        const error = errors[label];
        if (Math.abs(error) < ERROR_MIN) continue;
        biasSums[label] = biasSums[label] + error * error;
        bias[label] = bias[label] - (RATE * error) / Math.sqrt(biasSums[label]);
        for (let at = 0; at < row.words.length; at += 1) {
          const cell = row.words[at] * width + label;
          const slope = error * row.values[at] + DECAY * weights[cell];
          weightSums[cell] = weightSums[cell] + slope * slope;
          weights[cell] = weights[cell] - (RATE * slope) / Math.sqrt(weightSums[cell]);
        }
      }
    }
  }
  return { labels, words, rarity, weights, bias };
}

function predict(row, weights, bias, into) {
  into.set(bias);
  const width = bias.length;
  for (let at = 0; at < row.words.length; at += 1) {
    const offset = row.words[at] * width;
    const value = row.values[at];
    for (let label = 0; label < width; label += 1) {
      into[label] = into[label] + weights[offset + label] * value;
    }
  }
  for (let label = 0; label < width; label += 1) into[label] = 1 / (1 + Math.exp(-into[label]));
}

function vocabularyOf(sentences) {
  const seen = new Map();
  for (const { features, document } of sentences) {
    for (const feature of features) {
      const known = seen.get(feature);
      if (known === undefined) seen.set(feature, { sentences: 1, documents: 1, last: document });
      else {
        known.sentences += 1;
        if (known.last !== document) known.documents += 1;
        known.last = document;
      }
    }
  }
  const words = [...seen.keys()].filter((word) => (seen.get(word)?.documents ?? 0) >= DOCUMENTS_MIN).sort();
  const rarity = Float32Array.from(words, (word) => {
    const frequency = seen.get(word)?.sentences ?? 1;
    return Math.round(10 * Math.log(1 + sentences.length / frequency)) / 10;
  });
  return { words, rarity };
}

function labelsOf(sentences) {
  const count = new Map();
  for (const { techniques } of sentences) for (const id of techniques) count.set(id, (count.get(id) ?? 0) + 1);
  return [...count.keys()].filter((id) => (count.get(id) ?? 0) >= SENTENCES_MIN).sort();
}

function rowsOf(sentences, words, rarity, labels) {
  const wordIndex = new Map(words.map((word, index) => [word, index]));
  const labelIndex = new Map(labels.map((label, index) => [label, index]));
  const rows = [];
  for (const { features, techniques } of sentences) {
    const known = features.flatMap((feature) => wordIndex.get(feature) ?? []);
    if (known.length === 0) continue;
    const norm = Math.sqrt(known.reduce((sum, word) => sum + rarity[word] ** 2, 0));
    rows.push({
      words: Uint32Array.from(known),
      values: Float32Array.from(known, (word) => rarity[word] / norm),
      labels: techniques.flatMap((id) => labelIndex.get(id) ?? []),
    });
  }
  return rows;
}

/**
 * A linear congruential generator (Numerical Recipes). The order of training is part of the result, so the generator is our own and seeded.
 */
function generator(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function shuffle(items, random) {
  for (let at = items.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [items[at], items[other]] = [items[other], items[at]];
  }
}
