import type { Tlp } from '@tripline/advisory';

/** The options of `tripline generate` as the command line gives them. */
export interface GenerateCommandOptions {
  readonly out: string;
  readonly platform: readonly string[];
  /** Logs of which rules are wanted beside those of the platforms. */
  readonly log: readonly string[];
  readonly target: readonly string[];
  readonly minConfidence?: number;
  readonly maxRules?: number;
  /** The mark that the documents have. */
  readonly tlp?: Tlp;
  /** Files and folders of rules that are there already. */
  readonly against: readonly string[];
  /** Whether rules that those cover are left out. */
  readonly skipCovered: boolean;
  /** Whether the coverage service at `url` is asked which rules of the SIEMs notice the same. */
  readonly againstSiems: boolean;
  readonly url?: string;
  readonly key?: string;
  /** When absent: a table on a terminal, JSON otherwise. */
  readonly format?: 'table' | 'json';
}
