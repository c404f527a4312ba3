import { ListSubscriptionsByTopicCommand, SNSClient, type Subscription } from '@aws-sdk/client-sns';
import { parseArn } from '../../arn.js';
import { type CollectorContext, ifReadable, pages, unlessRefusedWith } from '../../collector.js';
import { ACTIVE, degraded, UNREADABLE, unknown, type Verdict } from '../../verdict.js';
import { sns } from './service.js';

/** Error codes for a topic that does not exist. */
const NO_TOPIC: readonly string[] = ['NotFoundException', 'NotFound'];

/** Whether a text is the ARN of a topic. */
export function isTopic(arn: string): boolean {
  return parseArn(arn)?.service === 'sns';
}

/** Whether anybody hears what is sent to a topic: it exists, and somebody has confirmed a subscription. Requested once per topic and scan. */
export async function topicVerdict(context: CollectorContext, arn: string): Promise<Verdict> {
  const place = parseArn(arn);
  if (place === undefined) return degraded('topic_missing');
  // Topics of others cannot be read from here.
  if (place.account !== context.externalAccountId) return unknown('foreign_topic');
  const home = { ...context, region: place.region };
  const state = await ifReadable(
    context,
    context.session.shared(`topic ${arn}`, () => readTopic(home, arn)),
  );
  if (state === undefined) return UNREADABLE;
  return state === 'heard' ? ACTIVE : degraded(state);
}

async function readTopic(
  context: CollectorContext,
  TopicArn: string,
): Promise<'heard' | 'topic_missing' | 'no_subscription'> {
  const client = context.session.client(SNSClient, context.region);
  const listing = pages(
    context,
    sns,
    'ListSubscriptionsByTopic',
    (NextToken) => client.send(new ListSubscriptionsByTopicCommand({ TopicArn, NextToken })),
    (output) => output.NextToken,
  );
  const found = await unlessRefusedWith(NO_TOPIC, firstConfirmed(listing));
  if (found === undefined) return 'topic_missing';
  return found ? 'heard' : 'no_subscription';
}

/** Whether a subscription is confirmed; the further pages are not read once one is. */
async function firstConfirmed(
  listing: AsyncIterable<{ readonly Subscriptions?: readonly Subscription[] | undefined }>,
): Promise<boolean> {
  for await (const { Subscriptions = [] } of listing) {
    if (Subscriptions.some(({ SubscriptionArn: arn = '' }) => arn.startsWith('arn:'))) return true;
  }
  return false;
}
