/**
 * Why a log does not arrive, the nearest to arriving first: it is taken of some resources, networks or kinds of traffic only, without the
 * events of some services, or not delivered; what takes it is stopped; nothing that there is takes it; nothing is there that could. `unread`: the role may
 * not read it, so that nobody knows.
 */
export const LOG_GAPS = [
  'some_resources',
  'some_networks',
  'some_traffic',
  'source_left_out',
  'not_delivered',
  'trail_stopped',
  'not_selected',
  'no_flow_log',
  'no_trail',
  'unread',
] as const;
export type LogGap = (typeof LOG_GAPS)[number];

/** The kinds of {@link LogFeed}. */
export const FEED_KINDS = ['trail', 'event_data_store', 'flow_logs'] as const;

/** A log that a feed takes. */
export interface TakenLog {
  /** Its id in `@tripline/attack`. */
  readonly log: string;
  /** Of data events, the type of the resources; else null. */
  readonly resourceType: string | null;
  /** Whether it is taken of all resources. */
  readonly whole: boolean;
  /** Event sources whose events are left out (`kms.amazonaws.com`). */
  readonly leavesOut: readonly string[];
}

/** Something that keeps logs of an account: a trail, an event data store, the flow logs of a region. */
export interface LogFeed {
  readonly kind: (typeof FEED_KINDS)[number];
  readonly name: string;
  readonly arn: string | null;
  /** The scopes whose events it takes, `*` for all; null for its own alone. */
  readonly seenScopes: readonly string[] | null;
  /** Why what it takes does not arrive; null where it does. */
  readonly gap: LogGap | null;
  /** What exactly is missing, as a sentence; null where the gap says it all. */
  readonly detail: string | null;
  /** Whether there is nothing to log, so that nothing is missed. */
  readonly idle: boolean;
  readonly takes: readonly TakenLog[];
}
