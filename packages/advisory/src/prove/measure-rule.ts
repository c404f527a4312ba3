import type { SigmaDocument } from '@tripline/sigma';
import { countNoise, type Noise } from './count-noise.js';

/** What is computed from a rule's documents alone, for drafted, published and brought rules alike. */
export interface RuleMeasures {
  /** Null where no recording has the rule's log source. */
  readonly noise: Noise | null;
}

/** Computes what a rule's documents tell; a correlation comes with the rules that it refers to. */
export function measureRule(documents: readonly SigmaDocument[]): RuleMeasures {
  return { noise: countNoise(documents) };
}
