import type { CoreGap, FeedGapWord, LogFeed } from '../cloud/log-feed.js';

/** Why feeds of AWS do not bring what they take, the nearest to arriving first. */
export const AWS_FEED_GAPS = {
  some_networks: {
    before: 'source_left_out',
    sentence: (source, detail) => `${source} do not cover every network: ${detail}`,
  },
  some_traffic: {
    before: 'source_left_out',
    sentence: (source, detail) => `${source} do not take all traffic: ${detail}`,
  },
  not_delivered: {
    before: 'not_selected',
    sentence: (source, detail) => `${source} cannot deliver what it takes${detail === null ? '' : `: ${detail}`}`,
  },
  trail_stopped: { before: 'not_selected', sentence: (source) => `${source} is stopped` },
  no_flow_log: { before: 'unread', sentence: (_source, detail) => `there are no flow logs: ${detail}` },
  no_trail: { before: 'unread', sentence: () => 'there is no trail and no event data store' },
} as const satisfies Readonly<Record<string, FeedGapWord>>;

/** A feed's state in AWS's words, without the prefix. */
export type AwsFeedGap = keyof typeof AWS_FEED_GAPS;

/** The kinds of what keeps logs of an AWS account. */
export const AWS_FEED_KINDS = ['trail', 'event_data_store', 'flow_logs'] as const;

/** What keeps logs of an AWS account, by the kinds and gaps that the API names. */
export interface AwsLogFeed extends LogFeed {
  readonly kind: (typeof AWS_FEED_KINDS)[number];
  readonly gap: AwsFeedGap | CoreGap | null;
}
