import { AwsError } from '../../aws-error.js';
import type { Call, ServiceDefinition } from '../../call.js';
import { requiredText, text } from '../../input.js';
import { epochMilliseconds } from '../../moments.js';
import { type Page, pageOf } from '../../paging.js';
import type { LogGroup } from './inventory.js';

export type * from './inventory.js';

const INVALID = 'InvalidParameterException';

function page<T>(
  call: Call,
  items: readonly T[],
  sizeMember: 'limit' | 'maxResults',
  max: number,
  scope: unknown[],
): Page<T> {
  return pageOf(call, items, {
    sizeMember,
    max,
    tokenMember: 'nextToken',
    tokenError: INVALID,
    sizeError: INVALID,
    scope: JSON.stringify(scope),
  });
}

function groups(call: Call): LogGroup[] {
  return call.regional.logs?.logGroups ?? [];
}

function describeLogGroups(call: Call): object {
  const prefix = text(call.input, 'logGroupNamePrefix');
  const pattern = text(call.input, 'logGroupNamePattern');
  if (prefix !== undefined && pattern !== undefined) {
    throw new AwsError(INVALID, 'LogGroup name prefix and LogGroup name pattern are mutually exclusive parameters.');
  }
  const found = groups(call)
    .filter((group) => prefix === undefined || group.logGroupName.startsWith(prefix))
    .filter((group) => pattern === undefined || group.logGroupName.toLowerCase().includes(pattern.toLowerCase()));
  const { items, nextToken } = page(call, found, 'limit', 50, [prefix, pattern]);
  const logGroups = items.map(({ metricFilters, subscriptionFilters: _, ...group }) => {
    const arn = `arn:aws:logs:${call.region}:${call.accountId}:log-group:${group.logGroupName}`;
    return {
      arn: `${arn}:*`,
      logGroupArn: arn,
      storedBytes: 0,
      logGroupClass: 'STANDARD',
      ...group,
      creationTime: epochMilliseconds(group.creationTime),
      metricFilterCount: metricFilters?.length ?? 0,
    };
  });
  return { logGroups, nextToken };
}

/** @throws AwsError `ResourceNotFoundException` for a name that is no log group. */
function groupNamed(call: Call, name: string): LogGroup {
  const group = groups(call).find((candidate) => candidate.logGroupName === name);
  if (!group) throw new AwsError('ResourceNotFoundException', 'The specified log group does not exist.');
  return group;
}

function describeMetricFilters(call: Call): object {
  const name = text(call.input, 'logGroupName');
  const prefix = text(call.input, 'filterNamePrefix') ?? '';
  const metric = text(call.input, 'metricName');
  const namespace = text(call.input, 'metricNamespace');
  if ((metric === undefined) !== (namespace === undefined)) {
    throw new AwsError(INVALID, 'metricName and metricNamespace must be given together.');
  }
  const found = (name === undefined ? groups(call) : [groupNamed(call, name)]).flatMap((group) =>
    (group.metricFilters ?? [])
      .filter((filter) => filter.filterName.startsWith(prefix))
      .filter(
        (filter) =>
          metric === undefined ||
          filter.metricTransformations.some((made) => made.metricName === metric && made.metricNamespace === namespace),
      )
      .map((filter) => ({
        ...filter,
        logGroupName: group.logGroupName,
        creationTime: epochMilliseconds(filter.creationTime),
      })),
  );
  const { items, nextToken } = page(call, found, 'limit', 50, [name, prefix, metric, namespace]);
  return { metricFilters: items, nextToken };
}

function describeSubscriptionFilters(call: Call): object {
  const group = groupNamed(call, requiredText(call.input, 'logGroupName', INVALID));
  const prefix = text(call.input, 'filterNamePrefix') ?? '';
  const found = (group.subscriptionFilters ?? [])
    .filter((filter) => filter.filterName.startsWith(prefix))
    .map((filter) => ({
      distribution: 'ByLogStream',
      ...filter,
      logGroupName: group.logGroupName,
      creationTime: epochMilliseconds(filter.creationTime),
    }));
  const { items, nextToken } = page(call, found, 'limit', 50, [group.logGroupName, prefix]);
  return { subscriptionFilters: items, nextToken };
}

function describeQueryDefinitions(call: Call): object {
  const prefix = text(call.input, 'queryDefinitionNamePrefix') ?? '';
  const language = text(call.input, 'queryLanguage');
  const found = (call.regional.logs?.queryDefinitions ?? [])
    .filter((query) => query.name.startsWith(prefix))
    .filter((query) => language === undefined || (query.queryLanguage ?? 'CWLI') === language)
    .map((query) => ({ queryLanguage: 'CWLI', ...query, lastModified: epochMilliseconds(query.lastModified) }));
  const { items, nextToken } = page(call, found, 'maxResults', 1000, [prefix, language]);
  return { queryDefinitions: items, nextToken };
}

function listScheduledQueries(call: Call): object {
  const state = text(call.input, 'state');
  const type = text(call.input, 'scheduleType');
  const found = (call.regional.logs?.scheduledQueries ?? [])
    .filter((query) => state === undefined || query.state === state)
    .filter((query) => type === undefined || (query.scheduleType ?? 'CUSTOMER_MANAGED') === type)
    .map((query) => ({
      scheduledQueryArn: `arn:aws:logs:${call.region}:${call.accountId}:scheduled-query:${query.name}`,
      scheduleType: 'CUSTOMER_MANAGED',
      ...query,
      lastTriggeredTime: epochMilliseconds(query.lastTriggeredTime),
      creationTime: epochMilliseconds(query.creationTime),
      lastUpdatedTime: epochMilliseconds(query.lastUpdatedTime),
    }));
  const { items, nextToken } = page(call, found, 'maxResults', 1000, [state, type]);
  return { scheduledQueries: items, nextToken };
}

/** CloudWatch Logs. */
export const logs: ServiceDefinition = {
  name: 'logs',
  signingName: 'logs',
  iamPrefix: 'logs',
  wire: 'json-1.1',
  target: 'Logs_20140328',
  throttling: { code: 'ThrottlingException', status: 400 },
  operations: {
    DescribeLogGroups: { handle: describeLogGroups },
    DescribeMetricFilters: { handle: describeMetricFilters },
    DescribeSubscriptionFilters: { handle: describeSubscriptionFilters },
    DescribeQueryDefinitions: { handle: describeQueryDefinitions },
    ListScheduledQueries: { handle: listScheduledQueries },
  },
};
