import type { Identity } from './identity.js';
import type { AccountInventory, AwsServiceName, Inventory, RegionInventory } from './inventory.js';
import type { PageTokens } from './page-tokens.js';
import type { Sessions } from './sessions.js';

/** The input of a request: body members, query parameters and path labels together, not validated. */
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

/** Makes an operation's result from the call; nothing for an empty answer. Throws AwsError. */
export type Handler = (call: Call) => object | undefined;

/** The wire protocols of AWS that the sample supports. */
export type Wire = 'json-1.0' | 'json-1.1' | 'rest-json' | 'query' | 'ec2';

/** An operation. One of a REST service also has its method and path, such as `GET /detector/{detectorId}`. */
export interface Operation {
  readonly handle: Handler;
  readonly route?: string;
}

/** A service: its protocol, its names and its operations. */
export interface ServiceDefinition {
  /** Its name in inventories, faults and counts; scans call it the same. */
  readonly name: AwsServiceName;
  /** The service part of a signature's credential scope. */
  readonly signingName: string;
  /** The part of its IAM actions before the colon. */
  readonly iamPrefix: string;
  readonly wire: Wire;
  /** The part of `X-Amz-Target` before the dot. */
  readonly target?: string;
  readonly xmlNamespace?: string;
  /** Code and status of a throttled call. */
  readonly throttling: { readonly code: string; readonly status: number };
  /** Whether every region gives the same answer, opted in or not. */
  readonly global?: boolean;
  readonly operations: Readonly<Record<string, Operation>>;
}
