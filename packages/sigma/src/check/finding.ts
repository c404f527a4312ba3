import type { SigmaErrorCode } from '../model/error.js';

/** Codes of what the linter finds besides the faults that make a rule unreadable (those keep their `SigmaErrorCode`). */
type CheckCode =
  | 'title_length'
  | 'id_missing'
  | 'id_format'
  | 'duplicate_id'
  | 'status_missing'
  | 'level_missing'
  | 'date_format'
  | 'description_missing'
  | 'tag_format'
  | 'tag_unknown'
  | 'unknown_technique'
  | 'unknown_tactic'
  | 'retired_technique'
  | 'unknown_logsource'
  | 'unknown_field'
  | 'misspelt_field'
  | 'unused_selection'
  | 'always_true'
  | 'never_true'
  | 'broad_selection'
  | 'all_of_single_value'
  | 'all_of_them'
  | 'null_in_list'
  | 'duplicate_value'
  | 'wildcards_for_modifier'
  | 'old_aggregation'
  | 'timespan_missing'
  | 'placeholder'
  | 'unknown_rule';

/** `error`: the rule breaks the specification; `warning`: it probably does not do what its author means; `info`: it could be better. */
export type Severity = 'error' | 'warning' | 'info';

/** One finding with its place: document number from 0, dotted path within it, 1-based line and column. */
export interface Finding {
  readonly code: CheckCode | SigmaErrorCode;
  readonly severity: Severity;
  readonly message: string;
  readonly document?: number;
  readonly path?: string;
  readonly line?: number;
  readonly column?: number;
  readonly fix?: Fix;
}

/** What to write instead: `find` stands at the finding's place, or behind it in the same line. */
export interface Fix {
  readonly find: string;
  readonly replace: string;
}

/** The result of a single check, before its place is looked up. */
export interface Remark {
  readonly code: CheckCode;
  readonly severity: Severity;
  readonly message: string;
  readonly segments: readonly (string | number)[];
  readonly fix?: Fix;
}
