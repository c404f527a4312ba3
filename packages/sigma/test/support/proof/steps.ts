import type { NativeEvent, Predicate } from './predicate.js';

/** One event of a query, with its fields that join it to others. */
export interface Step {
  readonly predicate: Predicate;
  readonly by: readonly string[];
}

/** A query as its language's manual reads it: one kind of event, or several that come together. */
export interface Interpreted {
  readonly steps: readonly Step[];
  readonly ordered?: boolean;
  /** Whether the steps are what is counted in groups: how many of each there must be, is not compared. */
  readonly isCounted?: boolean;
  /** What every event of the log has that the query reads, beside what it tests. */
  readonly beside?: NativeEvent;
}
