/** What kinds of detections there are (contract, "Coverage service"). */
export const DETECTION_TYPES = [
  'guardduty_detector',
  'guardduty_custom_rule',
  'eventbridge_rule',
  'cloudwatch_alarm',
  'cloudwatch_metric_filter',
  'logs_insights_query',
  'config_rule',
  'securityhub',
  'securityhub_standard',
  'securityhub_control',
  'securityhub_insight',
  'cloudtrail_insights',
  'access_analyzer',
  'macie',
  'inspector',
  'lambda_detection',
  'siem_rule',
] as const;
export type DetectionType = (typeof DETECTION_TYPES)[number];

/**
 * Whether a detection can fire: `active` can, `degraded` can but says less or reaches nobody, `disabled` cannot, `unknown` could not be told,
 * `removed` is gone.
 */
export const DETECTION_STATUSES = ['active', 'degraded', 'disabled', 'unknown', 'removed'] as const;
export type DetectionStatus = (typeof DETECTION_STATUSES)[number];

/** Why a detection is not `active`. */
export const STATUS_REASONS = [
  'disabled',
  'no_target',
  'no_alarm',
  'no_actions',
  'actions_muted',
  'recorder_stopped',
  'trail_stopped',
  'no_trail',
  'suspended',
  'dry_run',
  'suppressed',
  'not_scheduled',
  'deleting',
  'not_feeding',
  'insufficient_permissions',
  'dependency_unreadable',
] as const;
export type StatusReason = (typeof STATUS_REASONS)[number];

/** What a detection looks at: what its techniques are read from. */
export type DetectionSubject =
  /** Enabled features (GuardDuty API names, `FOUNDATIONAL` always among them) and finding types a suppression rule archives whole. */
  | { readonly kind: 'guardduty'; readonly features: readonly string[]; readonly suppressed: readonly string[] }
  /**
   * An EventBridge event pattern (JSON text). `allManagementEvents`: the rule's state is `ENABLED_WITH_ALL_CLOUDTRAIL_MANAGEMENT_EVENTS`;
   * without it EventBridge keeps CloudTrail's `List*`, `Get*` and `Describe*` events from the rule.
   */
  | { readonly kind: 'event_pattern'; readonly pattern: string; readonly allManagementEvents: boolean }
  /** A CloudWatch Logs filter pattern. */
  | { readonly kind: 'metric_filter'; readonly pattern: string }
  /** A Logs Insights query. */
  | { readonly kind: 'logs_query'; readonly query: string }
  /** An alarm on metrics that filters write: the filters' patterns. Empty for alarms on anything else. */
  | {
      readonly kind: 'alarm';
      readonly patterns: readonly string[];
      readonly namespace: string | null;
      readonly metric: string | null;
    }
  /** A Config rule: the managed rule's identifier, null for a customer's own. */
  | { readonly kind: 'config_rule'; readonly identifier: string | null }
  | { readonly kind: 'securityhub_control'; readonly controlId: string }
  /** A rule in Sigma or in the cloud's own language whose techniques its author named. */
  | { readonly kind: 'tagged'; readonly techniques: readonly string[] }
  /** A service that detects by itself, by its name in the catalogue of service mappings (`macie`, `inspector`, `access_analyzer` …). */
  | { readonly kind: 'service'; readonly service: string }
  /** Something fed by other detections: what feeds it. */
  | { readonly kind: 'fed_by'; readonly subjects: readonly DetectionSubject[] }
  | { readonly kind: 'none' };

/** A detection as a collector found it, before it has an id. */
export interface FoundDetection {
  /** Tells it from all others of its type and region in the account, for as long as it lives: its ARN, or the name where there is none. */
  readonly key: string;
  readonly type: DetectionType;
  readonly region: string;
  readonly name: string;
  readonly arn: string | null;
  readonly description: string | null;
  /** Written by the cloud, not by the customer. */
  readonly managed: boolean;
  readonly status: Exclude<DetectionStatus, 'removed'>;
  readonly statusReason: StatusReason | null;
  readonly subject: DetectionSubject;
}
