import type { CloudTrailInventory } from './cloudtrail.js';
import type { CloudWatchInventory, LogsInventory } from './cloudwatch.js';
import type { ConfigInventory } from './config.js';
import type { EventBridgeInventory } from './eventbridge.js';
import type { GuardDutyInventory } from './guardduty.js';
import type { LambdaInventory } from './lambda.js';
import type { AccessAnalyzerInventory, InspectorInventory, MacieInventory } from './others.js';
import type { SecurityHubInventory } from './securityhub.js';

/**
 * What a sample server serves: any number of accounts. Within a service the objects have the shape of the AWS API's own answers on the
 * wire (GuardDuty writes camelCase, EventBridge PascalCase …) and are passed on as they are, members that these types do not list too.
 * Differences, all for the sake of the reader: moments are ISO 8601 strings everywhere, ARNs may be left out where they follow from
 * account, region and name, patterns and policies may be objects instead of JSON in a string, and what AWS hands out by a second call
 * (targets of a rule, status of a trail) lies inside the object it belongs to.
 */
export interface Inventory {
  /** The account of callers who assumed no role: every access key that no account lists. Twelve digits, by default 999900001111. */
  workerAccount?: string;
  accounts: Record<string, AccountInventory>;
}

/** One account, keyed by its twelve digits. */
export interface AccountInventory {
  alias?: string;
  roles?: RoleInventory[];
  /** Long-lived access key ids that act as this account without assuming a role. */
  accessKeys?: string[];
  /** Milliseconds added to every answer to this account, AssumeRole included. */
  latencyMs?: number;
  /** Every region the account knows; a region that is not listed answers like one that is not opted in. */
  regions: Record<string, RegionInventory>;
}

/** A role that AssumeRole gives out. */
export interface RoleInventory {
  /** With its path, without a leading slash: what follows `role/` in its ARN. */
  name: string;
  /** What the trust policy's condition asks for; `null` is a policy without that condition, which lets any external id in. */
  externalId: string | null;
  /** IAM actions its policies do not allow, with `*` as in IAM: `guardduty:*`, `events:Put*`. Everything else is allowed. */
  deniedActions?: string[];
  /** Longest session, seconds; AWS's own default of 3600 unless given. */
  maxSessionSeconds?: number;
}

/** Whether a region can be used: the values of EC2's DescribeRegions. */
export type OptInStatus = 'opt-in-not-required' | 'opted-in' | 'not-opted-in';

/** What lies in one region. A service that is absent is not enabled, or has nothing. */
export interface RegionInventory {
  /** By default `opt-in-not-required`. */
  optIn?: OptInStatus;
  guardduty?: GuardDutyInventory;
  eventbridge?: EventBridgeInventory;
  cloudwatch?: CloudWatchInventory;
  logs?: LogsInventory;
  config?: ConfigInventory;
  securityhub?: SecurityHubInventory;
  cloudtrail?: CloudTrailInventory;
  accessanalyzer?: AccessAnalyzerInventory;
  macie?: MacieInventory;
  inspector?: InspectorInventory;
  lambda?: LambdaInventory;
}
