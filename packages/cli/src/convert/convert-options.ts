import type { DeployFormat, Logsource, QueryLanguage } from '@tripline/sigma';

/** The options of `tripline convert` as the command line gives them. */
export interface ConvertCommandOptions {
  readonly target: readonly string[];
  readonly pipeline: 'default' | 'none';
  readonly strict: boolean;
  readonly format: 'text' | 'json' | 'jsonl' | 'deploy';
  /** With `deploy`: the forms to print instead of the targets' own. */
  readonly form: readonly DeployFormat[];
  readonly case: 'safe' | 'plain';
  readonly stats: boolean;
  /** The files hold queries in this language, one a file, instead of rules. */
  readonly from?: QueryLanguage;
  /** With `from`: where the queries' events come from, where the queries do not say it. */
  readonly logsource?: Logsource;
}
