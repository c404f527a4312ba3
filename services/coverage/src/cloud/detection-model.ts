/**
 * Whether a detection can fire: an `active` one can; a `degraded` one can, but it reports less or notifies nobody; a `disabled` one cannot;
 * for `unknown` the scan could not find out; a `removed` one no longer exists.
 */
export const DETECTION_STATUSES = ['active', 'degraded', 'disabled', 'unknown', 'removed'] as const;
export type DetectionStatus = (typeof DETECTION_STATUSES)[number];

/**
 * Why a detection is not `active`: a word of its provider's (`ProviderFacts.statusWords`), which the API prefixes with the provider's name; of a declared rule, one of
 * `CORE_STATUS_WORDS`.
 */
export type StatusReason = string;

/**
 * Whether the account's own logs bring a declared rule each event that it names. Only `yes` counts; what a scan found has no such question, since its
 * status already says what feeds it.
 */
export const SEES = ['yes', 'no', 'unknown'] as const;
export type Sees = (typeof SEES)[number];

/** Why a declared rule sees what it names, or does not. */
export const SEES_REASONS = [
  'log_arrives',
  'part_arrives',
  'proven',
  'log_missing',
  'log_unread',
  'not_scanned',
  'event_unknown',
  'no_event_named',
  'query_not_kept',
] as const;
export type SeesReason = (typeof SEES_REASONS)[number];

/**
 * What says that a detection shows a technique: the events of its `query`, by our table; a `mapping` of a service, control or finding; an `override` of a
 * person; or only the tag of its author, `claimed`, which counts as partial at most.
 */
export const BASES = ['query', 'mapping', 'override', 'claimed'] as const;
export type Basis = (typeof BASES)[number];

/** What a detection watches. Its techniques are derived from this. */
export type DetectionSubject =
  /**
   * The enabled features (GuardDuty API names, always with `FOUNDATIONAL`), the finding types that nobody gets, such as those that a
   * suppression rule archives, and those of which somebody gets some findings only.
   */
  | {
      readonly kind: 'guardduty';
      readonly features: readonly string[];
      readonly suppressed: readonly string[];
      readonly partly?: readonly string[];
    }
  /**
   * An EventBridge event pattern (JSON text). `allManagementEvents` is true when the rule's state is
   * `ENABLED_WITH_ALL_CLOUDTRAIL_MANAGEMENT_EVENTS`. In any other state EventBridge does not deliver CloudTrail's `List*`, `Get*` and
   * `Describe*` events to the rule.
   */
  | { readonly kind: 'event_pattern'; readonly pattern: string; readonly allManagementEvents: boolean }
  /** A CloudWatch Logs filter pattern. */
  | { readonly kind: 'metric_filter'; readonly pattern: string }
  /** A Logs Insights query. */
  | { readonly kind: 'logs_query'; readonly query: string }
  /**
   * An alarm on metrics that metric filters write, with the patterns of those filters. The list is empty for an alarm on any other metric.
   */
  | {
      readonly kind: 'alarm';
      readonly patterns: readonly string[];
      readonly namespace: string | null;
      readonly metric: string | null;
    }
  /** A Config rule: the identifier of a managed rule, or null for a rule the customer wrote. */
  | { readonly kind: 'config_rule'; readonly identifier: string | null }
  | { readonly kind: 'securityhub_control'; readonly controlId: string }
  /** A rule in Sigma or in the cloud's own language, with the techniques its author tagged it with. */
  | { readonly kind: 'tagged'; readonly techniques: readonly string[] }
  /** A service that detects threats without rules of a customer, by its id; and which of its parts are on, where it has several. */
  | { readonly kind: 'service'; readonly service: string; readonly parts?: readonly string[] }
  /** A detection whose input is other detections, with what those watch. */
  | { readonly kind: 'fed_by'; readonly subjects: readonly DetectionSubject[] }
  | { readonly kind: 'none' };
