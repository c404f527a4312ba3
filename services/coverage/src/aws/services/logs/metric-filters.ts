import { CloudWatchLogsClient, DescribeMetricFiltersCommand, type MetricFilter } from '@aws-sdk/client-cloudwatch-logs';
import { type CollectorContext, everything, ifReadable, pages } from '../../collector.js';
import { ACTIVE, disabled, UNREADABLE, type Verdict } from '../../verdict.js';
import { bestFeed, listTrails } from '../cloudtrail/trails.js';
import { logs } from './service.js';

const PAGE = 50;

/** The metric filters of all log groups of a region, listed once per scan. */
export function listMetricFilters(context: CollectorContext): Promise<readonly MetricFilter[]> {
  const { session, region } = context;
  const client = session.client(CloudWatchLogsClient, region);
  return session.shared(`metric filters ${region}`, () =>
    everything(
      pages(
        context,
        logs,
        'DescribeMetricFilters',
        (nextToken) => client.send(new DescribeMetricFiltersCommand({ limit: PAGE, nextToken })),
        (output) => output.nextToken,
      ),
      (output) => output.metricFilters,
    ),
  );
}

/** Fields of CloudTrail's records, and log groups named after it. */
const CLOUDTRAIL_FIELD = /\$\.(?:eventName|eventSource|userIdentity)\b/;
const CLOUDTRAIL_GROUP = /cloud-?trail/i;

/** Events may come from another source than a trail that we see, such as a CloudTrail channel or another account's subscription. */
const NO_TRAIL_HERE: Verdict = { status: 'unknown', statusReason: 'not_feeding' };

/** Whether the events that a filter looks for reach its log group; nothing is said of groups without CloudTrail events. */
export async function filterFeed(context: CollectorContext, filter: MetricFilter): Promise<Verdict> {
  const trails = await ifReadable(context, listTrails(context));
  const group = filter.logGroupName ?? '';
  const feeding = trails?.filter(
    ({ CloudWatchLogsLogGroupArn: arn }) => arn !== undefined && isGroup(arn, context.region, group),
  );
  if (feeding !== undefined && feeding.length > 0) {
    const gap = await ifReadable(context, bestFeed(context, feeding, 'logs'));
    if (gap === undefined) return UNREADABLE;
    return gap === null ? ACTIVE : disabled(gap);
  }
  if (!CLOUDTRAIL_FIELD.test(filter.filterPattern ?? '') && !CLOUDTRAIL_GROUP.test(group)) return ACTIVE;
  if (trails === undefined) return UNREADABLE;
  return trails.length === 0 ? disabled('no_trail') : NO_TRAIL_HERE;
}

/** Whether a log group's ARN (`arn:…:logs:REGION:ACCOUNT:log-group:NAME:*`) is that of this group in this region. */
function isGroup(arn: string, region: string, name: string): boolean {
  const [, , , groupRegion, , kind, groupName] = arn.split(':');
  return groupRegion === region && kind === 'log-group' && groupName === name;
}
