import type { ControlMapping } from '@tripline/attack';

/** Events that a declared rule names and that arrive together: those of one service in one log. */
export interface LogNeed {
  /** The log's id. */
  readonly log: string;
  /** Of data events, the type of the resources; else null. */
  readonly resourceType: string | null;
  /** The service that writes them; null where the whole log is read. */
  readonly source: string | null;
  /** The scope that alone has them; null for events that arrive where they are made. */
  readonly scope: string | null;
  /** The scopes whose events the rule asks for; null for every one. */
  readonly only: readonly string[] | null;
  /** Some of their names, for sentences. */
  readonly events: readonly string[];
}

/** What a declared rule looks for, as far as it decides whether an account's logs bring it. It is stored with the rule. */
export interface DeclaredReads {
  /**
   * Of the rule's log: `judged` where scans tell whether it arrives, `unread` where an account may have it and no scan reads it, `foreign`
   * where accounts of the provider have no such log.
   */
  readonly log: 'judged' | 'unread' | 'foreign';
  readonly needs: readonly LogNeed[];
  /** Named events that their service does not have: our catalogue holds all of its. */
  readonly missing: readonly string[];
  /** Named events that our catalogue does not have, of services that it does not hold whole. */
  readonly doubtful: readonly string[];
  /** The techniques that only some of the needs show, with the indexes of those. */
  readonly shows: Readonly<Record<string, readonly number[]>>;
}

/** A declared rule as read for a provider. */
export interface DeclaredReading {
  readonly reads: DeclaredReads;
  /** The techniques that the events of its query show, by our table. */
  readonly mappings: readonly ControlMapping[];
}
