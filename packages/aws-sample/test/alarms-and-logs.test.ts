import { CloudWatchClient, DescribeAlarmsCommand } from '@aws-sdk/client-cloudwatch';
import {
  CloudWatchLogsClient,
  DescribeLogGroupsCommand,
  DescribeMetricFiltersCommand,
  DescribeQueryDefinitionsCommand,
  DescribeSubscriptionFiltersCommand,
  ListScheduledQueriesCommand,
} from '@aws-sdk/client-cloudwatch-logs';
import { SAMPLE_ACCOUNT, sampleAccount } from './support/sample-account.js';
import { refusal, samples } from './support/sdk.js';

const start = samples();

test('metric alarms come by default, composite alarms only when asked for', async () => {
  const { config } = await sampleAccount(start);
  const cloudwatch = new CloudWatchClient(config());
  const byDefault = await cloudwatch.send(new DescribeAlarmsCommand({}));
  expect([byDefault.MetricAlarms?.length, byDefault.CompositeAlarms?.length]).toEqual([6, 0]);
  const both = await cloudwatch.send(new DescribeAlarmsCommand({ AlarmTypes: ['CompositeAlarm', 'MetricAlarm'] }));
  expect([both.MetricAlarms?.length, both.CompositeAlarms?.length]).toEqual([6, 2]);
  expect(both.CompositeAlarms?.[1]).toMatchObject({ AlarmName: 'noisy-api-errors', ActionsSuppressedBy: 'Alarm' });
});

test('alarms say whether their actions are off, and the list can be filtered', async () => {
  const { config } = await sampleAccount(start);
  const cloudwatch = new CloudWatchClient(config());
  const muted = await cloudwatch.send(new DescribeAlarmsCommand({ AlarmNames: ['unauthorized-api-calls'] }));
  expect(muted.MetricAlarms).toMatchObject([{ ActionsEnabled: false, MetricName: 'UnauthorizedApiCalls' }]);
  const prefixed = await cloudwatch.send(new DescribeAlarmsCommand({ AlarmNamePrefix: 'root', StateValue: 'OK' }));
  expect(prefixed.MetricAlarms?.map((alarm) => alarm.AlarmName)).toEqual(['root-usage']);
  const routed = await cloudwatch.send(new DescribeAlarmsCommand({ ActionPrefix: 'arn:aws:sns' }));
  expect(routed.MetricAlarms?.map((alarm) => alarm.AlarmName)).not.toContain('sign-in-without-mfa');
  const refused = await refusal(cloudwatch.send(new DescribeAlarmsCommand({ MaxRecords: 101 })));
  expect(refused.name).toBe('ValidationException');
  expect((await refusal(cloudwatch.send(new DescribeAlarmsCommand({ NextToken: 'foreign' })))).name).toBe(
    'InvalidNextToken',
  );
});

test('log alarms are a kind of their own', async () => {
  const { sample, config } = await sampleAccount(start);
  const logAlarm = {
    AlarmName: 'keys-listed',
    ActionsEnabled: true,
    AlarmActions: [],
    StateValue: 'OK' as const,
    ScheduledQueryConfiguration: { QueryString: 'filter eventName = "ListAccessKeys"' },
  };
  const region = sample.account(SAMPLE_ACCOUNT).regions['us-east-1'];
  if (region) region.cloudwatch = { logAlarms: [logAlarm] };
  const found = await new CloudWatchClient(config()).send(new DescribeAlarmsCommand({ AlarmTypes: ['LogAlarm'] }));
  expect(found.LogAlarms).toMatchObject([logAlarm]);
});

test('log groups have metric filters and subscription filters', async () => {
  const { config } = await sampleAccount(start);
  const logs = new CloudWatchLogsClient(config());
  const { logGroups } = await logs.send(new DescribeLogGroupsCommand({ logGroupNamePrefix: 'harbor' }));
  expect(logGroups).toMatchObject([
    { logGroupName: 'harbor-cloudtrail', metricFilterCount: 5, creationTime: Date.parse('2025-01-14T10:30:00Z') },
  ]);
  expect((await logs.send(new DescribeMetricFiltersCommand({}))).metricFilters).toHaveLength(6);
  const one = { metricName: 'RootUsage', metricNamespace: 'CloudTrailMetrics' };
  const { metricFilters } = await logs.send(new DescribeMetricFiltersCommand(one));
  expect(metricFilters?.map((filter) => filter.logGroupName)).toEqual(['harbor-cloudtrail']);
  const { subscriptionFilters } = await logs.send(
    new DescribeSubscriptionFiltersCommand({ logGroupName: 'harbor-cloudtrail' }),
  );
  expect(subscriptionFilters?.[0]?.destinationArn).toContain('role-chain-watch');
  const nowhere = new DescribeSubscriptionFiltersCommand({ logGroupName: 'nowhere' });
  expect((await refusal(logs.send(nowhere))).name).toBe('ResourceNotFoundException');
});

test('saved queries and scheduled queries are listed', async () => {
  const { config } = await sampleAccount(start);
  const logs = new CloudWatchLogsClient(config());
  const { queryDefinitions } = await logs.send(
    new DescribeQueryDefinitionsCommand({ queryDefinitionNamePrefix: 'Hunting/' }),
  );
  expect(queryDefinitions?.map((query) => query.queryLanguage)).toEqual(['CWLI', 'CWLI']);
  const { scheduledQueries } = await logs.send(new ListScheduledQueriesCommand({ state: 'ENABLED' }));
  expect(scheduledQueries?.map((query) => query.name)).toEqual(['snapshot-copies']);
});
