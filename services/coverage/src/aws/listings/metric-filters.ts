import { CloudWatchLogsClient, DescribeMetricFiltersCommand, type MetricFilter } from '@aws-sdk/client-cloudwatch-logs';
import { type CollectorContext, everything, ifReadable, pages } from '../collector.js';
import { bestFeed, type FeedGap, listTrails } from './trails.js';

const SERVICE = 'logs';
const PAGE = 50;

/** The metric filters of all log groups of a region, listed once per scan. */
export function listMetricFilters(context: CollectorContext): Promise<readonly MetricFilter[]> {
  const { session, region } = context;
  const client = session.client(CloudWatchLogsClient, region);
  return session.shared(`metric filters ${region}`, () =>
    everything(
      pages(
        context,
        SERVICE,
        'DescribeMetricFilters',
        (nextToken) => client.send(new DescribeMetricFiltersCommand({ limit: PAGE, nextToken })),
        (output) => output.nextToken,
      ),
      (output) => output.metricFilters,
    ),
  );
}

/** Fields that CloudTrail's records have, and a group named after it. */
const CLOUDTRAIL_FIELD = /\$\.(?:eventName|eventSource|userIdentity)\b/;
const CLOUDTRAIL_GROUP = /cloud-?trail/i;

/**
 * Why no CloudTrail events reach a filter that looks for them: null when they do, or when it looks for something else; undefined when it
 * could not be told.
 */
export async function filterFeedGap(
  context: CollectorContext,
  filter: MetricFilter,
): Promise<FeedGap | null | undefined> {
  const trails = await ifReadable(context, listTrails(context));
  const group = filter.logGroupName ?? '';
  const feeding = trails?.filter(
    ({ CloudWatchLogsLogGroupArn: arn }) => arn !== undefined && isGroup(arn, context.region, group),
  );
  if (feeding !== undefined && feeding.length > 0) return ifReadable(context, bestFeed(context, feeding, 'logs'));
  if (!CLOUDTRAIL_FIELD.test(filter.filterPattern ?? '') && !CLOUDTRAIL_GROUP.test(group)) return null;
  if (trails === undefined) return undefined;
  return trails.length === 0 ? 'no_trail' : 'not_feeding';
}

/** Whether a log group's ARN (`arn:…:logs:REGION:ACCOUNT:log-group:NAME:*`) names this group of this region. */
function isGroup(arn: string, region: string, name: string): boolean {
  const [, , , groupRegion, , kind, groupName] = arn.split(':');
  return groupRegion === region && kind === 'log-group' && groupName === name;
}
