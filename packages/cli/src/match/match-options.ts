/** The options of `tripline match` as the command line gives them. */
export interface MatchCommandOptions {
  readonly rule: readonly string[];
  readonly format: 'text' | 'jsonl';
  readonly explain: boolean;
}
