/** One technique of one document: its evidence as numbers, and whether the annotators listed it. */
export interface FusionRow {
  readonly vector: readonly number[];
  readonly listed: boolean;
}

const STEPS = 400;
const RATE = 0.3;
const DECAY = 0.001;

/** Weights of a logistic regression over all rows, by AdaGrad over whole passes. The first column is the bias and is not regularised. */
export function trainFusion(rows: readonly FusionRow[], columns: number): readonly number[] {
  const weights = new Float64Array(columns);
  const sums = new Float64Array(columns).fill(1e-8);
  for (let step = 0; step < STEPS; step += 1) {
    const slope = new Float64Array(columns);
    for (const { vector, listed } of rows) {
      let logit = 0;
      for (let at = 0; at < columns; at += 1) logit += (weights[at] as number) * (vector[at] as number);
      const error = 1 / (1 + Math.exp(-logit)) - (listed ? 1 : 0);
      for (let at = 0; at < columns; at += 1) slope[at] = (slope[at] as number) + error * (vector[at] as number);
    }
    for (let at = 0; at < columns; at += 1) {
      const held = at === 0 ? 0 : DECAY * (weights[at] as number);
      const each = (slope[at] as number) / Math.max(1, rows.length) + held;
      sums[at] = (sums[at] as number) + each * each;
      weights[at] = (weights[at] as number) - (RATE * each) / Math.sqrt(sums[at] as number);
    }
  }
  return Array.from(weights, (weight) => Math.round(weight * 1000) / 1000);
}
