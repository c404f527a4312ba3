/**
 * Why a log does not arrive that a feed could bring, as counting finds: it is taken of some resources only; without the events of some services; or not at all.
 * `unread`: the role may not read it, so that nobody knows. A provider's own words tell what is wrong with the feed itself: `ProviderFacts.feedGaps`.
 */
export const CORE_GAPS = ['some_resources', 'source_left_out', 'not_selected', 'unread'] as const;
export type CoreGap = (typeof CORE_GAPS)[number];

/** One of {@link CORE_GAPS}, or a word of the provider's, which the API prefixes with its name. */
export type LogGap = string;

/** What a provider's word for a feed's state means. */
export interface FeedGapWord {
  /** The gap of counting that it is the next nearer to arriving than. */
  readonly before: CoreGap;
  /** What is so, for the end of a sentence. @param source the feed's name @param detail what exactly is missing */
  readonly sentence: (source: string, detail: string | null) => string;
}

/** A log that a feed takes. */
export interface TakenLog {
  /** Its id, as its provider's folder has it. */
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
  /** In the provider's words. */
  readonly kind: string;
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
