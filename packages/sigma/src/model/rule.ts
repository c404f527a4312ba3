import type { Condition } from './condition.js';
import type { SigmaError } from './error.js';

/** Severity levels of the Sigma specification, lowest first. */
export const LEVELS = ['informational', 'low', 'medium', 'high', 'critical'] as const;
export type Level = (typeof LEVELS)[number];

/** Maturity of a rule as the specification names it. */
export const STATUSES = ['stable', 'test', 'experimental', 'deprecated', 'unsupported'] as const;
export type Status = (typeof STATUSES)[number];

/** Where a rule's events come from. At least one of the first three is set in a valid rule. */
export interface Logsource {
  readonly category?: string;
  readonly product?: string;
  readonly service?: string;
  readonly definition?: string;
}

/** The header fields that rules, correlation rules and filters share. Lists are empty, texts undefined, where the rule has none. */
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

/** One condition of a rule: the tree, and the aggregation that an old-style `| count() …` or `| near …` tail adds. */
export interface RuleCondition {
  readonly source: string;
  readonly tree: Condition;
  readonly aggregation?: Aggregation;
}

/** A detection rule. Several conditions mean several alternatives: the rule matches when any of them does. */
export interface SigmaRule extends SigmaHeader, InDocument {
  readonly kind: 'rule';
  readonly logsource: Logsource;
  readonly conditions: readonly RuleCondition[];
  /** Named selections, each resolved by itself, in the rule's order; what `near` and correlation `temporal` tails refer to. */
  readonly selections: ReadonlyMap<string, Condition>;
  /** `timeframe` of the old syntax in seconds. */
  readonly timeframeSeconds?: number;
}

/** How often, or how much: the comparison every counting correlation ends in. */
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

/** What a correlation counts, whether it comes from a correlation document or from an old aggregation tail. */
export interface Aggregation {
  readonly type: CorrelationType;
  /** The field whose values are counted, summed or averaged. */
  readonly field?: string;
  readonly percentile?: number;
  readonly groupBy: readonly string[];
  readonly timespanSeconds?: number;
  readonly thresholds: readonly Threshold[];
  /** For `near`: the trees that must all be seen within the timespan, the rule's own tree first. */
  readonly near?: readonly Condition[];
}

/** Which of the rules a temporal correlation must see: names or ids under and/or/not (extended conditions); a plain list is `and`. */
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

/** A filter: narrows the rules it names by `and <its condition>`. */
export interface SigmaFilter extends SigmaHeader, InDocument {
  readonly kind: 'filter';
  readonly logsource: Logsource;
  /** Names or ids, or `any`. */
  readonly rules: readonly string[] | 'any';
  readonly tree: Condition;
}

export type SigmaDocument = SigmaRule | SigmaCorrelation | SigmaFilter;

/**
 * Everything one text held, in its order, with filters and `action:` documents already applied to the rules. A document that could not be
 * read is missing from `documents` and present in `errors`; the others stand.
 */
export interface SigmaCollection {
  readonly documents: readonly SigmaDocument[];
  readonly errors: readonly SigmaError[];
}
