import type { Trail } from '@aws-sdk/client-cloudtrail';
import { CloudWatchLogsClient, DescribeMetricFiltersCommand, type MetricFilter } from '@aws-sdk/client-cloudwatch-logs';
import { type CollectorContext, everything, ifReadable, pages } from '../../collector.js';
import { EVERY_REGION } from '../../regions.js';
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
  const feeding = trails?.filter((trail) => feeds(context, trail, group));
  if (feeding !== undefined && feeding.length > 0) {
    const gap = await ifReadable(context, bestFeed(context, feeding, 'logs'));
    if (gap === undefined) return UNREADABLE;
    return gap === null ? ACTIVE : disabled(gap);
  }
  if (!CLOUDTRAIL_FIELD.test(filter.filterPattern ?? '') && !CLOUDTRAIL_GROUP.test(group)) return ACTIVE;
  if (trails === undefined) return UNREADABLE;
  return trails.length === 0 ? disabled('no_trail') : NO_TRAIL_HERE;
}

/**
 * The regions whose events reach a filter's log group: every region of the account where a trail of all regions feeds it, else null for its
 * own alone.
 */
export async function seenThrough(
  context: CollectorContext,
  { logGroupName: group = '' }: MetricFilter,
): Promise<readonly string[] | null> {
  const trails = await ifReadable(context, listTrails(context));
  const feeding = trails?.filter((trail) => feeds(context, trail, group)) ?? [];
  const wide = feeding.filter(({ IsMultiRegionTrail: everywhere }) => everywhere === true);
  if (wide.length === 0) return null;
  // Where a trail of one region works and one of all regions does not, the first is what is seen.
  if (wide.length === feeding.length) return EVERY_REGION;
  const gap = await ifReadable(context, bestFeed(context, wide, 'logs'));
  return gap === null ? EVERY_REGION : null;
}

function feeds({ region }: CollectorContext, { CloudWatchLogsLogGroupArn: arn }: Trail, group: string): boolean {
  return arn !== undefined && isGroup(arn, region, group);
}

/** Whether a log group's ARN (`arn:…:logs:REGION:ACCOUNT:log-group:NAME:*`) is that of this group in this region. */
function isGroup(arn: string, region: string, name: string): boolean {
  const [, , , groupRegion, , kind, groupName] = arn.split(':');
  return groupRegion === region && kind === 'log-group' && groupName === name;
}
