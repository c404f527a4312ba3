/**
 * What a conversion could not say exactly. `code` is stable and shared by all targets, so that callers can filter on it; `part` names the
 * selection and item concerned (`selection.CommandLine|re`), where there is one.
 */
export interface Note {
  readonly code: NoteCode;
  readonly message: string;
  readonly part?: string;
}

/**
 * The closed list of note codes. A note says that the query is wider than the rule, but for `query_syntax`, which informs, `case_plain`, which is
 * asked for, and `aggregation_approximated`, where counting in fixed windows may split what a sliding one would count together.
 */
export type NoteCode =
  /** No map knows the field: it went through under the product's own convention. */
  | 'unmapped_field'
  /** No map knows the log source: the query searches wider than the rule's events. */
  | 'unmapped_logsource'
  /** The field's place is a guess that no source confirms. */
  | 'unsure_field'
  /** The regular expression was replaced by a wider one, or left out. */
  | 'widened_regex'
  /** A wildcard pattern was replaced by a wider one. */
  | 'widened_wildcard'
  /** The target cannot compare case-sensitively here. */
  | 'case_lost'
  /** The target compares case-sensitively and the value is written in one spelling. */
  | 'case_plain'
  /** The target cannot say this test: it was left out where that makes the query wider. */
  | 'test_dropped'
  /** A placeholder of `expand` stands in the query for the reader to fill. */
  | 'placeholder'
  /** The counting or ordering part is not in the query; only the base search is. */
  | 'aggregation_dropped'
  /** The counting is there, but approximates (window edges, order, percentile). */
  | 'aggregation_approximated'
  /** Pairing of values within one array element is lost. */
  | 'pairing_lost'
  /** Names the syntax the query bar must be set to (informative). */
  | 'query_syntax';

/** Codes that tell the reader something but lose nothing; strict mode lets them pass. */
export const INFORMATIVE_NOTES: ReadonlySet<NoteCode> = new Set(['query_syntax']);
