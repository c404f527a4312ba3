import type { EventOptions } from '../match/match-options.js';

/** The options of `tripline backtest` as the command line gives them. */
export interface BacktestCommandOptions extends EventOptions {
  /** The file of expectations. */
  readonly expect?: string;
  readonly format: 'table' | 'json' | 'junit';
  /** The file for the result, in place of standard output. */
  readonly output?: string;
}
