// How the engine's finders of techniques are weighed against each other.

const STEPS = 400;
const RATE = 0.3;
const DECAY = 0.001;

/** Weights of a logistic regression over all rows, each the evidence as a vector and whether the annotators listed the technique, by AdaGrad over whole passes. The first column is the bias and is not regularised. */
export function trainFusion(rows, columns) {
  const weights = new Float64Array(columns);
  const sums = new Float64Array(columns).fill(1e-8);
  for (let step = 0; step < STEPS; step += 1) {
    const slope = new Float64Array(columns);
    for (const { vector, listed } of rows) {
      let logit = 0;
      for (let at = 0; at < columns; at += 1) logit += weights[at] * vector[at];
      const error = 1 / (1 + Math.exp(-logit)) - (listed ? 1 : 0);
      for (let at = 0; at < columns; at += 1) slope[at] = slope[at] + error * vector[at];
    }
    for (let at = 0; at < columns; at += 1) {
      const held = at === 0 ? 0 : DECAY * weights[at];
      const each = slope[at] / Math.max(1, rows.length) + held;
      sums[at] = sums[at] + each * each;
      weights[at] = weights[at] - (RATE * each) / Math.sqrt(sums[at]);
    }
  }
  return Array.from(weights, (weight) => Math.round(weight * 1000) / 1000);
}
