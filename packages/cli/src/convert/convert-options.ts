import type { DeployFormat, Logsource, QueryLanguage } from '@tripline/sigma';

/** The options of `tripline convert` as the command line gives them. */
export interface ConvertCommandOptions {
  readonly target: readonly string[];
  readonly pipeline: 'default' | 'none';
  readonly strict: boolean;
  readonly format: 'text' | 'json' | 'jsonl' | 'deploy';
  /** With `deploy`: the forms to print, in place of those of the targets. */
  readonly form: readonly DeployFormat[];
  readonly case: 'safe' | 'plain';
  readonly stats: boolean;
  /** The language of queries in the files (one per file), which then hold no rules. */
  readonly from?: QueryLanguage;
  /** With `from`: where the queries' events come from, for queries that do not say it. */
  readonly logsource?: Logsource;
}
