import {
  CloudWatchLogsClient,
  DescribeQueryDefinitionsCommand,
  ListScheduledQueriesCommand,
  type MetricFilter,
  type QueryDefinition,
  type ScheduledQuerySummary,
} from '@aws-sdk/client-cloudwatch-logs';
import type { FoundDetection } from '../../../cloud/found-detection.js';
import { attempt } from '../../attempt.js';
import {
  type CollectorContext,
  everything,
  ifReadable,
  NOT_OFFERED,
  pages,
  unlessRefusedWith,
} from '../../collector.js';
import { regionalArn } from '../../regions.js';
import { ACTIVE, best, degraded, disabled, fedAndHeard, UNREADABLE, unread, type Verdict } from '../../verdict.js';
import { alarmVerdicts, type TopicVerdicts, topicsOf } from '../cloudwatch/alarm-actions.js';
import { type Alarms, listAlarms } from '../cloudwatch/alarms.js';
import { arithmeticVerdict } from '../cloudwatch/arithmetic.js';
import { logs } from '../cloudwatch/logs-service.js';
import { filterFeed, groupOf, listMetricFilters, seenThrough } from '../cloudwatch/metric-filters.js';
import { byMetric, metricsOf, metricsWrittenBy } from '../cloudwatch/metrics.js';

const PAGE = 1000;

/** CloudWatch Logs: metric filters, saved queries, and queries that run on a schedule. */
export async function* collect(context: CollectorContext): AsyncGenerator<FoundDetection> {
  const client = context.session.client(CloudWatchLogsClient, context.region);
  const [written, saved, listed] = await Promise.all([
    attempt(context, listMetricFilters(context)),
    attempt(context, listSaved(context, client)),
    attempt(context, unlessRefusedWith(NOT_OFFERED, listScheduled(context, client))),
  ]);
  if (!('value' in written)) throw written.failure;
  yield* metricFilters(context, written.value);
  if (!('value' in saved)) throw saved.failure;
  const scheduled = 'value' in listed ? (listed.value ?? []) : [];
  for (const query of saved.value) {
    const runs = scheduled.some(({ name, state }) => state === 'ENABLED' && isNamed(query, name));
    const known = runs ? ACTIVE : degraded('not_scheduled');
    const verdict = 'value' in listed ? known : unread(listed.failure);
    if (verdict !== undefined) yield savedQuery(context, query, verdict);
  }
  for (const query of scheduled) {
    // An alarm's own query belongs to the alarm; a schedule of a saved query belongs to that query.
    if (query.scheduleType === 'AWS_MANAGED' || saved.value.some((one) => isNamed(one, query.name))) continue;
    yield scheduledQuery(context, query);
  }
  if (!('value' in listed)) throw listed.failure;
}

async function* metricFilters(
  context: CollectorContext,
  filters: readonly MetricFilter[],
): AsyncGenerator<FoundDetection> {
  const alarms = filters.length === 0 ? undefined : await ifReadable(context, listAlarms(context));
  const heard = alarms && heardThrough(alarms, await topicsOf(context, alarms));
  for (const filter of filters) {
    const seen = await seenThrough(context, filter);
    yield metricFilter(context, filter, await judge(context, filter, heard), seen);
  }
}

/** A filter is a detection only if its group gets log lines, an alarm uses its metric, and that alarm notifies somebody. */
async function judge(
  context: CollectorContext,
  filter: MetricFilter,
  heard: ((filter: MetricFilter) => Verdict) | undefined,
): Promise<Verdict> {
  const fed = await filterFeed(context, filter);
  return fedAndHeard(fed, heard === undefined ? UNREADABLE : heard(filter));
}

function heardThrough(alarms: Alarms, topics: TopicVerdicts): (filter: MetricFilter) => Verdict {
  const verdicts = alarmVerdicts(alarms, topics);
  const watching = byMetric(alarms.metric, metricsOf);
  return (filter) => {
    const heard = watching(metricsWrittenBy(filter)).flatMap((alarm) => {
      const told = verdicts.get(alarm.AlarmName ?? '');
      return told === undefined ? [] : fedAndHeard(arithmeticVerdict(alarm, [filter]), told);
    });
    return best(heard) ?? degraded('no_alarm');
  };
}

function metricFilter(
  context: CollectorContext,
  filter: MetricFilter,
  verdict: Verdict,
  seen: readonly string[] | null,
): FoundDetection {
  const { filterName: name = '', logGroupName: group = '', filterPattern: pattern = '' } = filter;
  return {
    key: `${group}:${name}`,
    type: 'cloudwatch_metric_filter',
    scope: context.region,
    name,
    // A metric filter has no ARN.
    arn: null,
    description: `On log group ${group}`,
    managed: false,
    ...verdict,
    seenScopes: seen,
    hears: [groupOf(context, group)],
    subject: { kind: 'metric_filter', pattern },
  };
}

function savedQuery(context: CollectorContext, query: QueryDefinition, verdict: Verdict): FoundDetection {
  const { queryDefinitionId: id = '', name = id, queryString = '', logGroupNames: groups = [] } = query;
  const arn = regionalArn(context.region, 'logs', context.externalAccountId, `query-definition:${id}`);
  return {
    key: arn,
    type: 'logs_insights_query',
    scope: context.region,
    name,
    arn,
    description: groups.length === 0 ? 'Saved query' : `Saved query on ${groups.join(', ')}`,
    managed: false,
    ...verdict,
    subject: { kind: 'logs_query', query: queryString },
  };
}

function scheduledQuery(context: CollectorContext, query: ScheduledQuerySummary): FoundDetection {
  const { name = '', state, scheduleExpression: schedule = '' } = query;
  const arn =
    query.scheduledQueryArn ??
    regionalArn(context.region, 'logs', context.externalAccountId, `scheduled-query:${name}`);
  return {
    key: arn,
    type: 'logs_insights_query',
    scope: context.region,
    name,
    arn,
    description: `Query that runs by itself: ${schedule}`,
    managed: false,
    ...(state === 'DISABLED' ? disabled('disabled') : ACTIVE),
    // The list does not give the query's text, and the scan's policy does not allow to read each.
    subject: { kind: 'none' },
  };
}

/** Whether a schedule has a saved query's name, with or without its folder; AWS links them in no other way. */
function isNamed({ name = '' }: QueryDefinition, scheduled: string | undefined): boolean {
  return scheduled !== undefined && (name === scheduled || name.slice(name.lastIndexOf('/') + 1) === scheduled);
}

function listSaved(context: CollectorContext, client: CloudWatchLogsClient): Promise<readonly QueryDefinition[]> {
  const listing = pages(
    context,
    logs,
    'DescribeQueryDefinitions',
    (nextToken) => client.send(new DescribeQueryDefinitionsCommand({ maxResults: PAGE, nextToken })),
    (output) => output.nextToken,
  );
  return everything(listing, (output) => output.queryDefinitions);
}

function listScheduled(
  context: CollectorContext,
  client: CloudWatchLogsClient,
): Promise<readonly ScheduledQuerySummary[]> {
  const listing = pages(
    context,
    logs,
    'ListScheduledQueries',
    (nextToken) => client.send(new ListScheduledQueriesCommand({ maxResults: PAGE, nextToken })),
    (output) => output.nextToken,
  );
  return everything(listing, (output) => output.scheduledQueries);
}
