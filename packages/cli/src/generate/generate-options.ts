import type { Tlp } from '@tripline/advisory';

/** The options of `tripline generate` as the command line gives them. */
export interface GenerateCommandOptions {
  readonly out: string;
  readonly platform: readonly string[];
  readonly target: readonly string[];
  readonly minConfidence?: number;
  readonly maxRules?: number;
  /** The mark that the documents have. */
  readonly tlp?: Tlp;
  /** When absent: a table on a terminal, JSON otherwise. */
  readonly format?: 'table' | 'json';
}
