import type { Tier } from './people.js';

/** A person's team: none, or one of two teams. The subscription of the second team's owner has expired. */
export type Place =
  | 'alone'
  | 'owner'
  | 'admin'
  | 'member'
  | 'ex-member'
  | 'stranger'
  | 'lapsed-owner'
  | 'lapsed-member';

/** The credential a caller uses. */
type Shown =
  | 'session'
  | 'key'
  | 'nothing'
  | 'forged token'
  | 'token of an ended session'
  | 'unknown key'
  | 'revoked key'
  | 'admin token'
  | 'key of a service account';

/** A kind of caller. */
export interface Kind {
  /** The caller's own tier; membership of a team adds to it. */
  readonly tier: Tier;
  readonly place?: Place;
  readonly shown?: Shown;
  /** What the key shown is good for. */
  readonly scopes?: readonly string[];
  readonly unverified?: true;
  /** Set if the caller's own subscription has expired. */
  readonly lapsed?: true;
  /** The column of the same person with another credential. */
  readonly personOf?: string;
}

/** A stranger, for callers that have no valid credential. It is not a column of the table. */
export const OUTSIDER = 'outsider';

/** Every kind of caller, by its column in access-table.txt. */
export const CALLER_KINDS: Readonly<Record<string, Kind>> = {
  none: { tier: 'enterprise', shown: 'nothing', personOf: OUTSIDER },
  forged: { tier: 'enterprise', shown: 'forged token', personOf: OUTSIDER },
  'signed-out': { tier: 'enterprise', shown: 'token of an ended session', personOf: OUTSIDER },
  'unknown-key': { tier: 'enterprise', shown: 'unknown key', personOf: OUTSIDER },
  'revoked-key': { tier: 'enterprise', shown: 'revoked key', personOf: OUTSIDER },
  operator: { tier: 'enterprise', shown: 'admin token', personOf: OUTSIDER },
  free: { tier: 'free' },
  individual: { tier: 'individual' },
  pro: { tier: 'pro' },
  team: { tier: 'team' },
  enterprise: { tier: 'enterprise' },
  unverified: { tier: 'enterprise', unverified: true },
  owner: { tier: 'team', place: 'owner' },
  admin: { tier: 'free', place: 'admin' },
  member: { tier: 'free', place: 'member' },
  'ex-member': { tier: 'team', place: 'ex-member' },
  stranger: { tier: 'team', place: 'stranger' },
  'lapsed-owner': { tier: 'team', place: 'lapsed-owner' },
  'lapsed-member': { tier: 'pro', place: 'lapsed-member' },
  'key-lapsed': { tier: 'pro', shown: 'key', lapsed: true },
  'key-individual': { tier: 'individual', shown: 'key', personOf: 'individual' },
  'key-pro': { tier: 'pro', shown: 'key', personOf: 'pro' },
  'key-owner': { tier: 'team', place: 'owner', shown: 'key', personOf: 'owner' },
  'key-member': { tier: 'free', place: 'member', shown: 'key', personOf: 'member' },
  'key-enterprise': { tier: 'enterprise', shown: 'key', personOf: 'enterprise' },
  'key-reads': { tier: 'enterprise', shown: 'key', personOf: 'enterprise', scopes: ['rules:read', 'coverage:read'] },
  'key-writes': { tier: 'enterprise', shown: 'key', personOf: 'enterprise', scopes: ['rules:write', 'coverage:write'] },
  'key-works': {
    tier: 'enterprise',
    shown: 'key',
    personOf: 'enterprise',
    scopes: ['generate', 'convert', 'scans:run'],
  },
  'key-service': { tier: 'team', place: 'owner', shown: 'key of a service account', personOf: 'owner' },
};
