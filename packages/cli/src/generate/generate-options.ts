/** The options of `tripline generate` as the command line gives them. */
export interface GenerateCommandOptions {
  readonly out: string;
  readonly platform: readonly string[];
  readonly target: readonly string[];
  readonly minConfidence?: number;
  readonly maxRules?: number;
  /** When absent: a table on a terminal, JSON otherwise. */
  readonly format?: 'table' | 'json';
}
