import type { EventShape } from '@tripline/sigma';

/** What one rule or correlation did. */
export interface RuleReport {
  readonly path: string;
  readonly id: string | null;
  readonly name: string | null;
  readonly title: string;
  readonly level: string | null;
  /** A correlation fires once a window, any other rule once an event. */
  readonly kind: 'rule' | 'correlation';
  readonly hits: number;
  readonly hits_per_100k_events: number;
  /** Where the first hits are, as FILE:LINE. */
  readonly first_hits: readonly string[];
  /** What was expected, in the words of the file of expectations. */
  readonly expected: readonly string[];
  /** How the rule broke an expectation. */
  readonly breaches: readonly string[];
  /** What makes the count of a correlation smaller than it may be. */
  readonly warnings: readonly string[];
}

/** The result of a backtest. */
export interface BacktestReport {
  readonly events: number;
  readonly seconds: number;
  /** Everything that could not be read as an event; the first ones with their places. */
  readonly malformed: {
    readonly count: number;
    readonly first: readonly { readonly at: string; readonly fault: string }[];
  };
  /** How many events had each shape. */
  readonly shapes: Readonly<Partial<Record<EventShape, number>>>;
  /** Events of no known shape, whose fields no rule asks for; the first ones with their places. */
  readonly not_understood: { readonly count: number; readonly first: readonly string[] };
  /** In the order of the files. */
  readonly rules: readonly RuleReport[];
  readonly unreadable_rules: readonly { readonly at: string; readonly fault: string }[];
  readonly never_fired: number;
  readonly breaches: number;
}
