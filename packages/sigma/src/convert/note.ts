/**
 * What a conversion could not express exactly. `code` is stable and shared by all targets, so that callers can filter on it; `part` names
 * the selection and item (`selection.CommandLine|re`), where there is one.
 */
export interface Note {
  readonly code: NoteCode;
  readonly message: string;
  readonly part?: string;
}

/**
 * The closed list of note codes. A note means that the query is wider than the rule, with these exceptions: `query_syntax`,
 * `pipeline_skipped`, `stack_default` and `level_lowered` only inform; `narrowed_keywords` and `narrowed_negation` mean that it is narrower; `case_plain` is what the caller asked for; `aggregation_approximated` counts in fixed windows, which may split events that a sliding
 * window would count together.
 */
export type NoteCode =
  /** No map knows the field; its name follows the product's convention. */
  | 'unmapped_field'
  /** No map knows the log source; the query searches more than the rule's events. */
  | 'unmapped_logsource'
  /** Nothing in the scope tells the log source from others; the query searches the events of all of them. */
  | 'shared_scope'
  /** No source confirms where the product has the field. */
  | 'unsure_field'
  /** The regular expression was replaced by a wider one, or left out. */
  | 'widened_regex'
  /** A wildcard pattern was replaced by a wider one. */
  | 'widened_wildcard'
  /** The target cannot compare case-sensitively here. */
  | 'case_lost'
  /** The target compares case-sensitively, and the value is written in one spelling. */
  | 'case_plain'
  /** The target cannot express this test; it was left out where that makes the query wider. */
  | 'test_dropped'
  /** Keywords are looked for in some fields only: the query may find less than the rule. */
  | 'narrowed_keywords'
  /** The product asks of a negated test that its field is there: the query misses events without it. */
  | 'narrowed_negation'
  /** A placeholder of `expand` is in the query, for the reader to fill in. */
  | 'placeholder'
  /** The counting or ordering is not in the query; only the base search is. */
  | 'aggregation_dropped'
  /** The counting is in the query, but only approximately (window edges, order, percentile). */
  | 'aggregation_approximated'
  /** The query does not require the values to be in the same array element. */
  | 'pairing_lost'
  /** The named stack leaves the log source as in the default; only informs. */
  | 'stack_default'
  /** The query has more clauses than the product takes as it comes; an administrator can raise the bound. */
  | 'clause_limit'
  /** A processing pipeline is for other targets and was not applied; only informs. */
  | 'pipeline_skipped'
  /** The form has a lower level than the rule, since it finds more; only informs. */
  | 'level_lowered'
  /** Names the syntax that the query bar must be set to; only informs. */
  | 'query_syntax';

/** Codes of notes that lose nothing; strict mode allows them. */
export const INFORMATIVE_NOTES: ReadonlySet<NoteCode> = new Set([
  'query_syntax',
  'pipeline_skipped',
  'stack_default',
  'level_lowered',
]);

/** Whether a query with such a note finds more than its rule, may miss events of it, or may look in the wrong place; `none` for the rest. */
export function directionOf(code: NoteCode): 'wider' | 'narrower' | 'open' | 'none' {
  return DIRECTIONS[code];
}

const DIRECTIONS: Readonly<Record<NoteCode, ReturnType<typeof directionOf>>> = {
  aggregation_approximated: 'wider',
  aggregation_dropped: 'wider',
  case_lost: 'wider',
  pairing_lost: 'wider',
  shared_scope: 'wider',
  test_dropped: 'wider',
  unmapped_logsource: 'wider',
  widened_regex: 'wider',
  widened_wildcard: 'wider',
  case_plain: 'narrower',
  narrowed_keywords: 'narrower',
  narrowed_negation: 'narrower',
  clause_limit: 'open',
  placeholder: 'open',
  unmapped_field: 'open',
  unsure_field: 'open',
  level_lowered: 'none',
  pipeline_skipped: 'none',
  query_syntax: 'none',
  stack_default: 'none',
};
