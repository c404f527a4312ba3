import type { DataPlace, DeployFormat, Logsource, QueryLanguage } from '@tripline/sigma';
import type { CollectionOptions } from '../rule-collection.js';
import type { RecordFormat } from './record-writer.js';

/** How `tripline convert` prints. */
export type ConvertFormat = RecordFormat | 'deploy';

/** The options of `tripline convert` as the command line gives them. */
export interface ConvertCommandOptions extends CollectionOptions, DataPlace {
  readonly target: readonly string[];
  /** `default`, `none`, and files and folders of processing pipelines. */
  readonly pipeline: readonly string[];
  /** Ids of stacks, at most one for each target. */
  readonly stack: readonly string[];
  readonly strict: boolean;
  readonly format: ConvertFormat;
  /** The file for the result, in place of standard output; for a deployable form also a folder. */
  readonly output?: string;
  /** Deletes files of the folder that an earlier run wrote and no rule gives any more. */
  readonly prune: boolean;
  /** Leaves out what a target cannot say, instead of failing. */
  readonly skipUnsupported: boolean;
  /** Prints every note with its rule, instead of the number of each kind. */
  readonly notes: boolean;
  /** With `deploy`: the forms to print, in place of those of the targets. */
  readonly form: readonly DeployFormat[];
  /** With `deploy`: keeps the rule's level where the query finds more. */
  readonly keepLevel: boolean;
  /** With `savedsearches`: makes each row a finding of Enterprise Security, also without the stack `cim`. */
  readonly enterpriseSecurity: boolean;
  /** With `opensearch-monitor`: the id of the notification channel that monitors tell. */
  readonly channel?: string;
  readonly case: 'safe' | 'plain';
  /** In what windows SPL and KQL count. */
  readonly windows?: 'sliding' | 'fixed';
  readonly stats: boolean;
  /** The language of queries in the files (one per file), which then hold no rules. */
  readonly from?: QueryLanguage;
  /** With `from`: where the queries' events come from, for queries that do not say it. */
  readonly logsource?: Logsource;
  /** With `from spl`: the file of macros. */
  readonly macros?: string;
  /** With `from`: reads what can be read, and tells the rest. */
  readonly partial: boolean;
  /** With `from`: the seconds in which a query counts that has no window of its own. */
  readonly window?: number;
}
