import type { DeployFormat } from '@tripline/sigma';

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
}
