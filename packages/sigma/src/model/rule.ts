import type { Condition } from './condition.js';
import type { SigmaError } from './error.js';

/** Severity levels of the Sigma specification, lowest first. */
export const LEVELS = ['informational', 'low', 'medium', 'high', 'critical'] as const;
export type Level = (typeof LEVELS)[number];

/** Maturity of a rule, in the specification's words. */
export const STATUSES = ['stable', 'test', 'experimental', 'deprecated', 'unsupported'] as const;
export type Status = (typeof STATUSES)[number];

/** Where a rule's events come from. A valid rule sets at least one of the first three. */
export interface Logsource {
  readonly category?: string;
  readonly product?: string;
  readonly service?: string;
  readonly definition?: string;
}

/** The header fields that rules, correlation rules and filters share. Missing lists are empty, missing texts undefined. */
export interface SigmaHeader {
  readonly title: string;
  readonly id?: string;
  readonly name?: string;
  readonly description?: string;
  readonly status?: Status;
  readonly level?: Level;
  readonly author?: string;
  readonly date?: string;
  readonly modified?: string;
  readonly references: readonly string[];
  readonly tags: readonly string[];
  readonly fields: readonly string[];
  readonly falsepositives: readonly string[];
}

/** Number of the document within its text, from 0. */
interface InDocument {
  readonly document: number;
}

/** One condition of a rule: the tree, and the aggregation of an old-style `| count() …` or `| near …` tail. */
export interface RuleCondition {
  readonly source: string;
  readonly tree: Condition;
  readonly aggregation?: Aggregation;
}

/** A detection rule. Several conditions are alternatives: the rule matches when any of them does. */
export interface SigmaRule extends SigmaHeader, InDocument {
  readonly kind: 'rule';
  readonly logsource: Logsource;
  readonly conditions: readonly RuleCondition[];
  /** Named selections in the rule's order, each resolved by itself; `near` and correlation `temporal` tails refer to them. */
  readonly selections: ReadonlyMap<string, Condition>;
  /** `timeframe` of the old syntax in seconds. */
  readonly timeframeSeconds?: number;
}

/** The comparison at the end of every counting correlation. */
export interface Threshold {
  readonly operator: 'gt' | 'gte' | 'lt' | 'lte' | 'eq' | 'neq';
  readonly value: number;
}

/** The eight correlation types of Sigma 2.1. */
export type CorrelationType =
  | 'event_count'
  | 'value_count'
  | 'temporal'
  | 'temporal_ordered'
  | 'value_sum'
  | 'value_avg'
  | 'value_percentile'
  | 'value_median';

/** What a correlation counts, from a correlation document or an old aggregation tail. */
export interface Aggregation {
  readonly type: CorrelationType;
  /** The fields whose values are counted, summed or averaged; none for events. Only values are counted of several fields, together. */
  readonly fields: readonly string[];
  readonly percentile?: number;
  readonly groupBy: readonly string[];
  readonly timespanSeconds?: number;
  readonly thresholds: readonly Threshold[];
  /** For `near`: the trees that must all match within the timespan, the rule's own tree first. */
  readonly near?: readonly Condition[];
}

/** Which rules a temporal correlation must see: names or ids under and/or/not (extended conditions); a plain list is an `and`. */
export type RuleReferenceTree =
  | { readonly kind: 'reference'; readonly reference: string }
  | { readonly kind: 'and' | 'or'; readonly children: readonly RuleReferenceTree[] }
  | { readonly kind: 'not'; readonly child: RuleReferenceTree };

/** A correlation rule. `rules` are names or ids of rules (or correlations) of the same collection. */
export interface SigmaCorrelation extends SigmaHeader, InDocument {
  readonly kind: 'correlation';
  readonly rules: readonly string[];
  readonly aggregation: Aggregation;
  readonly expression?: RuleReferenceTree;
  /** Alias → rule reference → field of that rule. */
  readonly aliases: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Whether the referred rules also alert by themselves. */
  readonly generate: boolean;
}

/** A filter: it narrows the rules it names by `and <its condition>`. */
export interface SigmaFilter extends SigmaHeader, InDocument {
  readonly kind: 'filter';
  readonly logsource: Logsource;
  /** Names or ids, or `any`. */
  readonly rules: readonly string[] | 'any';
  readonly tree: Condition;
}

export type SigmaDocument = SigmaRule | SigmaCorrelation | SigmaFilter;

/**
 * The documents of one text in order, with filters and `action:` documents already applied. A document that could not be parsed is in
 * `errors` instead of `documents`; the others are not affected.
 */
export interface SigmaCollection {
  readonly documents: readonly SigmaDocument[];
  readonly errors: readonly SigmaError[];
}
