/**
 * What a sample server serves: any number of accounts. Within a service, objects have the form of the AWS API's own answers (GuardDuty
 * writes camelCase, EventBridge PascalCase …) and are passed on unchanged, including members that these types do not list. Inventories
 * differ from AWS in four ways, for readability: times are ISO 8601 strings; ARNs may be left out where account, region and name give them;
 * patterns and policies may be objects instead of JSON strings; and what AWS returns from a second call (a rule's targets, a trail's
 * status) is inside the object it belongs to.
 */
export interface Inventory {
  /** The account of callers that assumed no role, with an access key that no account lists. Twelve digits, 999900001111 by default. */
  workerAccount?: string;
  accounts: Record<string, AccountInventory>;
}

/** The organisation that an account manages; its accounts need not be served themselves. */
export interface OrganizationInventory {
  /** `o-` and more. */
  id: string;
  /** Accounts besides the one that manages it that may read it. */
  delegatedAdministrators?: string[];
  /** The id of its root, `r-` and more. */
  root: string;
  units?: { id: string; name: string; parent: string }[];
  /** Its service control policies besides AWS's own: what each is attached to, by the ids of units and accounts. */
  policies?: { id: string; name: string; content: object; targets: string[] }[];
  /** Every account by its number, the managing one among them; without a unit directly below the root. */
  accounts: Record<
    string,
    { name: string; status?: 'ACTIVE' | 'SUSPENDED' | 'PENDING_CLOSURE' | 'CLOSED'; unit?: string }
  >;
}

/** One account, keyed by its twelve digits. */
export interface AccountInventory {
  alias?: string;
  roles?: RoleInventory[];
  /** Long-lived access key ids that belong to this account. */
  accessKeys?: string[];
  /** Milliseconds added to every answer for this account, AssumeRole included. */
  latencyMs?: number;
  organization?: OrganizationInventory;
  /** The account's regions. A region that is not listed answers like one that is not opted in. */
  regions: Record<string, RegionInventory>;
}

/** A role that AssumeRole can give. */
export interface RoleInventory {
  /** The name with its path, without a leading slash: what follows `role/` in its ARN. */
  name: string;
  /** The external id that the trust policy demands; with `null` the policy demands none. */
  externalId: string | null;
  /** IAM actions its policies do not allow, with `*` as in IAM: `guardduty:*`, `events:Put*`. Everything else is allowed. */
  deniedActions?: string[];
  /** Longest session in seconds; 3600 by default, as in AWS. */
  maxSessionSeconds?: number;
}

/** Opt-in status of a region, in the values of EC2's DescribeRegions. */
export type OptInStatus = 'opt-in-not-required' | 'opted-in' | 'not-opted-in';

/** The services of one region, each declared in its folder. An absent service is not enabled, or has nothing. */
export interface RegionInventory {
  /** By default `opt-in-not-required`. */
  optIn?: OptInStatus;
}

/** A service, as inventories, faults and counts name it: one that scans read, or one that lets a caller in. */
export type AwsServiceName = Exclude<keyof RegionInventory, 'optIn'> | 'sts' | 'iam' | 'account' | 'organizations';
