import type { CollectionOptions } from '../rule-collection.js';

/** The options of `tripline backtest` as the command line gives them. */
export interface BacktestCommandOptions extends CollectionOptions {
  /** The file of expectations. */
  readonly expect?: string;
  readonly format: 'table' | 'json' | 'junit';
  /** The file for the result, in place of standard output. */
  readonly output?: string;
  readonly strict: boolean;
}
