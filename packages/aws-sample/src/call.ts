import type { Identity } from './identity.js';
import type { AccountInventory, Inventory, RegionInventory } from './inventory/inventory.js';
import type { PageTokens } from './page-tokens.js';
import type { Sessions } from './sessions.js';

/** A service as inventories, faults and counts name it. */
export type AwsServiceName =
  | 'sts'
  | 'iam'
  | 'account'
  | 'ec2'
  | 'guardduty'
  | 'eventbridge'
  | 'cloudwatch'
  | 'logs'
  | 'config'
  | 'securityhub'
  | 'cloudtrail'
  | 'accessanalyzer'
  | 'macie'
  | 'inspector'
  | 'lambda';

/** What a request asks for: body members, query parameters and path labels together. Nothing in it is checked yet. */
export type Input = Record<string, unknown>;

/** One call, ready to be answered from the inventory. */
export interface Call {
  readonly operation: string;
  readonly input: Input;
  readonly identity: Identity;
  readonly inventory: Inventory;
  readonly accountId: string;
  readonly account: AccountInventory;
  readonly region: string;
  readonly regional: RegionInventory;
  readonly sessions: Sessions;
  readonly tokens: PageTokens;
}

/** Gives an operation's result members; nothing for an empty answer. Throws AwsError. */
export type Handler = (call: Call) => object | undefined;

/** The wire protocols of AWS that are spoken here. */
export type Wire = 'json-1.0' | 'json-1.1' | 'rest-json' | 'query' | 'ec2';

/** An operation; REST services also have the method and path it lives at, such as `GET /detector/{detectorId}`. */
export interface Operation {
  readonly handle: Handler;
  readonly route?: string;
}

/** A service: how it is spoken to and what it serves. */
export interface ServiceDefinition {
  readonly name: AwsServiceName;
  /** The service part of a signature's credential scope. */
  readonly signingName: string;
  /** What stands before the colon in its IAM actions. */
  readonly iamPrefix: string;
  readonly wire: Wire;
  /** What stands before the dot in `X-Amz-Target`. */
  readonly target?: string;
  readonly xmlNamespace?: string;
  /** Code and status of "slow down". */
  readonly throttling: { readonly code: string; readonly status: number };
  /** Answers the same from every region, opted in or not. */
  readonly global?: boolean;
  readonly operations: Readonly<Record<string, Operation>>;
}
