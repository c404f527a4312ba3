import {
  CloudWatchLogsClient,
  DescribeSubscriptionFiltersCommand,
  type SubscriptionFilter,
} from '@aws-sdk/client-cloudwatch-logs';
import {
  type EventSourceMappingConfiguration,
  LambdaClient,
  ListEventSourceMappingsCommand,
} from '@aws-sdk/client-lambda';
import type { DetectionSubject } from '../../../cloud/detection-model.js';
import type { FoundDetection } from '../../../cloud/found-detection.js';
import { type CollectorContext, everything, forEach, pages, unlessRefusedWith } from '../../collector.js';
import { logGroupOf } from '../../log-group.js';
import { disabled, type Verdict } from '../../verdict.js';
import { listTrails } from '../cloudtrail/trails.js';
import { isMuted } from '../cloudwatch/alarm-actions.js';
import { listAlarms } from '../cloudwatch/alarms.js';
import { collect as collectAlarms } from '../cloudwatch/collector.js';
import { filterFeed, listMetricFilters, seenThrough } from '../cloudwatch/metric-filters.js';
import { collect as collectRules } from '../eventbridge/collector.js';
import { isEnabled, listEventRules, listTargets } from '../eventbridge/event-rules.js';
import { logs } from '../logs/service.js';
import { lambda } from './service.js';

/** Something that passes events or log lines to a function. */
export interface Feed {
  readonly functionArn: string;
  readonly verdict: Verdict;
  readonly subject: DetectionSubject;
  /** The regions whose events it passes on, where they are not its own alone. */
  readonly seen: readonly string[] | null;
  /** Whether it passes log lines; only the function's own code then knows what it looks for. */
  readonly raw: boolean;
}

/** A feed into a queue, before it is known which function reads from it. */
type Queued = Omit<Feed, 'functionArn'>;

/** A function's ARN at the beginning of an ARN that may have a version or an alias. */
const FUNCTION = /^arn:[^:]+:lambda:[^:]+:[^:]+:function:[^:]+/;
/** Queues and streams, which rules send events to and functions read from. */
const QUEUE = /^arn:[^:]+:(?:sqs|kinesis):/;
const MAPPINGS_PER_PAGE = 100;
const SUBSCRIPTIONS_PER_PAGE = 50;

/** Functions that event rules call directly or through a queue or stream. */
export async function ruleFeeds(context: CollectorContext): Promise<readonly Feed[]> {
  const rules = await detectionsOf(collectRules(context));
  const calls: Feed[] = [];
  const queued = new Map<string, Queued[]>();
  for (const rule of (await listEventRules(context)).rules) {
    const detection = rules.get(rule.Arn ?? '');
    // The targets of a disabled rule are not read, and do not matter.
    if (detection === undefined || !isEnabled(rule)) continue;
    const feed = { verdict: verdictOf(detection), subject: detection.subject, seen: null, raw: false };
    for (const { Arn: target = '' } of await listTargets(context, rule)) {
      const functionArn = functionOf(target);
      if (functionArn !== undefined) calls.push({ ...feed, functionArn });
      else if (QUEUE.test(target)) queued.set(target, [...(queued.get(target) ?? []), feed]);
    }
  }
  if (queued.size === 0) return calls;
  const mappings = await listMappings(context);
  return [
    ...calls,
    ...mappings.flatMap((mapping) => throughQueue(mapping, queued.get(mapping.EventSourceArn ?? '') ?? [])),
  ];
}

/** Functions that alarms call. */
export async function alarmFeeds(context: CollectorContext): Promise<readonly Feed[]> {
  const { metric, composite, log } = await listAlarms(context);
  const calling = [...metric, ...composite, ...log].flatMap((alarm) =>
    (alarm.AlarmActions ?? []).flatMap((action) => {
      const functionArn = functionOf(action);
      return functionArn === undefined ? [] : [{ alarm, functionArn }];
    }),
  );
  if (calling.length === 0) return [];
  const alarms = await detectionsOf(collectAlarms(context));
  return calling.flatMap(({ alarm, functionArn }) => {
    const detection = alarms.get(alarm.AlarmArn ?? '');
    if (detection === undefined) return [];
    const verdict = isMuted(alarm) ? disabled('actions_muted') : verdictOf(detection);
    return [{ functionArn, verdict, subject: detection.subject, seen: detection.seenScopes ?? null, raw: false }];
  });
}

/**
 * Functions that get the lines of log groups that somebody watches: groups of trails, and groups with metric filters. Asking for every
 * group of an account would take a call for each.
 */
export async function logFeeds(context: CollectorContext): Promise<readonly Feed[]> {
  const trails = await listTrails(context);
  const groups = new Set([
    ...trails.flatMap(({ CloudWatchLogsLogGroupArn: arn = '' }) => groupIn(context, arn) ?? []),
    ...(await listMetricFilters(context)).flatMap(({ logGroupName }) => logGroupName ?? []),
  ]);
  const { done, failure } = await forEach([...groups], (group) => listSubscriptions(context, group));
  if (failure !== undefined) throw failure;
  const feeds = [...done.values()].flat().flatMap((subscription) => {
    const functionArn = functionOf(subscription.destinationArn);
    return functionArn === undefined ? [] : [{ functionArn, subscription }];
  });
  return Promise.all(
    feeds.map(async ({ functionArn, subscription }): Promise<Feed> => {
      const { filterPattern: pattern = '' } = subscription;
      return {
        functionArn,
        verdict: await filterFeed(context, subscription),
        subject: pattern.trim() === '' ? { kind: 'none' } : { kind: 'metric_filter', pattern },
        seen: await seenThrough(context, subscription),
        raw: true,
      };
    }),
  );
}

/** The detections of another collector in the region, by key. What it lists is requested once for both. */
async function detectionsOf(collected: AsyncIterable<FoundDetection>): Promise<ReadonlyMap<string, FoundDetection>> {
  const found = new Map<string, FoundDetection>();
  for await (const detection of collected) found.set(detection.key, detection);
  return found;
}

function verdictOf({ status, statusReason }: FoundDetection): Verdict {
  return { status, statusReason };
}

function functionOf(arn: string | undefined): string | undefined {
  return FUNCTION.exec(arn ?? '')?.[0];
}

/** The name of an ARN's log group, if it is one of this region of the account. */
function groupIn({ externalAccountId, region }: CollectorContext, arn: string): string | undefined {
  const group = logGroupOf(arn);
  return group?.region === region && group.account === externalAccountId ? group.name : undefined;
}

/** What a queue passes on to a function while the mapping between them is enabled. */
function throughQueue(
  { FunctionArn: arn = '', State: state }: EventSourceMappingConfiguration,
  feeds: readonly Queued[],
): readonly Feed[] {
  const functionArn = functionOf(arn);
  if (functionArn === undefined) return [];
  const off = state === 'Disabled' || state === 'Disabling' || state === 'Deleting';
  return feeds.map((feed) => ({ ...feed, functionArn, ...(off && { verdict: disabled('not_feeding') }) }));
}

function listMappings(context: CollectorContext): Promise<readonly EventSourceMappingConfiguration[]> {
  const client = context.session.client(LambdaClient, context.region);
  const listing = pages(
    context,
    lambda,
    'ListEventSourceMappings',
    (Marker) => client.send(new ListEventSourceMappingsCommand({ MaxItems: MAPPINGS_PER_PAGE, Marker })),
    (output) => output.NextMarker,
  );
  return everything(listing, (output) => output.EventSourceMappings);
}

async function listSubscriptions(
  context: CollectorContext,
  logGroupName: string,
): Promise<readonly SubscriptionFilter[]> {
  const client = context.session.client(CloudWatchLogsClient, context.region);
  const listing = pages(
    context,
    logs,
    'DescribeSubscriptionFilters',
    (nextToken) =>
      client.send(new DescribeSubscriptionFiltersCommand({ logGroupName, limit: SUBSCRIPTIONS_PER_PAGE, nextToken })),
    (output) => output.nextToken,
  );
  const filters = everything(listing, (output) => output.subscriptionFilters);
  // A trail may name a group that was deleted.
  return (await unlessRefusedWith(['ResourceNotFoundException'], filters)) ?? [];
}
