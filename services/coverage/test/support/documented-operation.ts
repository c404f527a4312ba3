import type { Shape } from './answer-shape.js';

/** What a call uses up, and so needs anew. */
export type Made =
  | 'account'
  | 'declared detection'
  | 'pending scan'
  | 'key'
  | 'proof'
  | 'exclusion'
  | 'override'
  | 'organization'
  | 'siem'
  | 'connected siem'
  | 'webhook';

/** An operation of the API document or the contract, with what it takes and refuses. */
export interface Operation {
  /** Method and path; `{account}`, `{scan}` and `{detection}` are the fixture's, any other is `makes`. */
  readonly line: string;
  readonly shape: Shape;
  /** The media type of its answer; JSON where absent. */
  readonly type?: string;
  /** Taken by the dashboard's session alone. */
  readonly sessionOnly?: true;
  readonly makes?: Made;
  /** A query that the call needs; `{first}` and `{latest}` are snapshots. */
  readonly query?: string;
  readonly body?: object;
  /** A body that is a file, of which nothing is refused by its type or its fields. */
  readonly file?: object;
  /** Queries answered 200, and 400. */
  readonly takes?: readonly string[];
  readonly refuses?: readonly string[];
  /** Bodies answered 400. */
  readonly refusesBodies?: readonly object[];
  /** Refused to plain members of a team. */
  readonly notForMembers?: true;
}

/** A rule to declare. */
export const RULE = `title: a rule
id: 5b0e3bc9-6e0c-4f5c-9d53-3f0a4b8f1a07
logsource: {product: aws, service: cloudtrail}
detection: {s: {eventName: CreateUser}, condition: s}
tags: [attack.t1528]
`;
/** An account to add. */
export const NEW_ACCOUNT = { name: 'another', provider: 'aws', external_account_id: '111122223333' };

/** Pages that every list gives, and that none does. */
export const PAGES = ['limit=1', 'offset=0', 'LIMIT=1&Offset=2'];
export const NO_PAGES = ['limit=0', 'limit=x', 'limit=1.5', 'limit=', 'offset=-1', 'limit=1&limit=2'];
