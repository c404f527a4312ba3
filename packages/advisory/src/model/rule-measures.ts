import type { Tlp } from './handling.js';

/**
 * How often everyday logs satisfy a rule: in how many recordings, of how many that have its log source. Counted with the statistics in
 * `data/everyday.json`; for a correlation it is an upper bound.
 */
export interface Noise {
  readonly recordings: number;
  readonly of: number;
}

/** What is computed from a rule's documents alone, for drafted, published and brought rules alike. */
export interface RuleMeasures {
  /** Null where no recording has the rule's log source. */
  readonly noise: Noise | null;
  /** To whom it may be handed on, by its tags; null where none says it. */
  readonly tlp: Tlp | null;
  /** The id of the log in the table of `packages/telemetry`; null where the table has no log of the rule's source. */
  readonly log: string | null;
}
