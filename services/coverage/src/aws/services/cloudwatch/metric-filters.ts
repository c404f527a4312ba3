import type { Trail } from '@aws-sdk/client-cloudtrail';
import { CloudWatchLogsClient, DescribeMetricFiltersCommand, type MetricFilter } from '@aws-sdk/client-cloudwatch-logs';
import { readFilterPattern } from '../../../mapping/filter-pattern.js';
import { mapLogCondition } from '../../../mapping/map-log-condition.js';
import { type CollectorContext, everything, ifReadable, pages } from '../../collector.js';
import { logGroupArn, logGroupOf } from '../../log-group.js';
import { EVERY_REGION } from '../../regions.js';
import { ACTIVE, disabled, UNREADABLE, type Verdict } from '../../verdict.js';
import { bestFeed, listTrails } from '../cloudtrail/trails.js';
import { logs } from './logs-service.js';

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

/**
 * Whether a filter counts what security looks at: CloudTrail's events, or log lines that show a technique. Others count an application's own
 * work, such as its orders and its errors.
 */
export async function isOfSecurity(context: CollectorContext, filter: MetricFilter): Promise<boolean> {
  const { filterPattern: pattern = '', logGroupName: group = '' } = filter;
  if (CLOUDTRAIL_FIELD.test(pattern) || CLOUDTRAIL_GROUP.test(group)) return true;
  if (mapLogCondition(readFilterPattern(pattern)).length > 0) return true;
  const trails = await ifReadable(context, listTrails(context));
  return trails === undefined || trails.some((trail) => feeds(context, trail, group));
}

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

function feeds(context: CollectorContext, { CloudWatchLogsLogGroupArn: arn }: Trail, name: string): boolean {
  return arn !== undefined && logGroupOf(arn)?.arn === groupOf(context, name);
}

/** The ARN of one of the region's log groups; a filter on it hears what other accounts and regions send there. */
export const groupOf = ({ externalAccountId, region }: CollectorContext, name: string): string =>
  logGroupArn(region, externalAccountId, name);
