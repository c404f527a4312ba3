import type { LogGroup, LogsInventory, MetricAlarm, Trail } from '@tripline/aws-sample';
import { awsSamples, callCounts, REGION, verdicts } from './support/aws.js';

const start = awsSamples();
const TOPIC = 'arn:aws:sns:us-east-1:111122223333:security';
const ROOT = '{ $.userIdentity.type = "Root" }';

const group = (logGroupName: string, ...filters: [name: string, pattern: string][]): LogGroup => ({
  logGroupName,
  metricFilters: filters.map(([filterName, filterPattern]) => ({
    filterName,
    filterPattern,
    metricTransformations: [{ metricNamespace: 'Seen', metricName: filterName, metricValue: '1' }],
  })),
});
const alarmOn = (MetricName: string, more: Partial<MetricAlarm> = {}): MetricAlarm => ({
  AlarmName: `alarm-on-${MetricName}`,
  Namespace: 'Seen',
  MetricName,
  ActionsEnabled: true,
  AlarmActions: [TOPIC],
  StateValue: 'OK',
  ...more,
});
const trail = (more: Partial<Trail> = {}): Trail => ({
  Name: 'main',
  IsMultiRegionTrail: true,
  CloudWatchLogsLogGroupArn: 'arn:aws:logs:us-east-1:111122223333:log-group:trail:*',
  status: { IsLogging: true },
  ...more,
});
const inRegion = (logs: LogsInventory, metricAlarms: MetricAlarm[] = [], trails: Trail[] = [trail()]) => ({
  regions: { [REGION]: { logs, cloudwatch: { metricAlarms }, cloudtrail: { trails } } },
});

describe('metric filters', () => {
  test('are found as they are', async () => {
    const { sample, read } = await start(inRegion({ logGroups: [group('trail', ['root', ROOT])] }, [alarmOn('root')]));
    expect(await read('logs')).toEqual([
      {
        key: 'trail:root',
        type: 'cloudwatch_metric_filter',
        scope: REGION,
        name: 'root',
        arn: null,
        description: 'On log group trail',
        managed: false,
        status: 'active',
        statusReason: null,
        seenScopes: ['*'],
        hears: [`arn:aws:logs:${REGION}:111122223333:log-group:trail`],
        subject: { kind: 'metric_filter', pattern: ROOT },
      },
    ]);
    expect(callCounts(sample)).toEqual({
      'sts:AssumeRole': 2,
      'sns:ListSubscriptionsByTopic': 1,
      'logs:DescribeMetricFilters': 1,
      'cloudtrail:DescribeTrails': 1,
      'cloudtrail:GetTrailStatus': 1,
      'cloudwatch:DescribeAlarms': 1,
      'logs:DescribeQueryDefinitions': 1,
      'logs:ListScheduledQueries': 1,
    });
  });

  test('of the same name in several groups, and over several pages, are all found', async () => {
    const logGroups = Array.from({ length: 120 }, (_, n) => group(`app-${n}`, ['errors', 'ERROR']));
    const { sample, read } = await start(inRegion({ logGroups }));
    const found = await read('logs');
    expect(new Set(found.map(({ key }) => key)).size).toBe(120);
    expect(callCounts(sample)['logs:DescribeMetricFilters']).toBe(3);
  });

  test('say something only through an alarm that somebody hears', async () => {
    const filters = ['heard', 'muted', 'silent', 'unwatched', 'one-of-two'].map((name): [string, string] => [
      name,
      'ERROR',
    ]);
    const { read } = await start(
      inRegion({ logGroups: [group('app', ...filters)] }, [
        alarmOn('heard'),
        alarmOn('muted', { ActionsEnabled: false }),
        alarmOn('silent', { AlarmActions: [] }),
        alarmOn('one-of-two', { AlarmActions: [] }),
        alarmOn('one-of-two', { AlarmName: 'second' }),
      ]),
    );
    expect(verdicts(await read('logs'))).toEqual({
      heard: 'active',
      muted: 'degraded/actions_muted',
      silent: 'degraded/no_actions',
      unwatched: 'degraded/no_alarm',
      'one-of-two': 'active',
    });
  });

  test.each<[string, Trail[], string]>([
    ['a trail delivers to', [trail()], 'active'],
    ['a stopped trail delivered to', [trail({ status: { IsLogging: false } })], 'disabled/trail_stopped'],
    [
      'a trail cannot deliver to',
      [trail({ status: { IsLogging: true, LatestCloudWatchLogsDeliveryError: 'AccessDenied' } })],
      'disabled/not_feeding',
    ],
    [
      'a trail without management events delivers to',
      [trail({ eventSelectors: [{ ReadWriteType: 'All', IncludeManagementEvents: false }] })],
      'disabled/not_feeding',
    ],
    [
      'no trail delivers to',
      [trail({ CloudWatchLogsLogGroupArn: 'arn:aws:logs:eu-west-1:111122223333:log-group:trail:*' })],
      'unknown/not_feeding',
    ],
    ['nothing delivers to, without any trail', [], 'disabled/no_trail'],
  ])('on a group that %s', async (_, trails, verdict) => {
    const { read } = await start(inRegion({ logGroups: [group('trail', ['root', ROOT])] }, [alarmOn('root')], trails));
    expect(verdicts(await read('logs'))).toEqual({ root: verdict });
  });

  test('that look for nothing of CloudTrail need no trail', async () => {
    const logGroups = [group('app', ['errors', '{ $.level = "error" }']), group('my-cloudtrail-copy', ['any', 'root'])];
    const { read } = await start(inRegion({ logGroups }, [alarmOn('errors'), alarmOn('any')], []));
    expect(verdicts(await read('logs'))).toEqual({ errors: 'active', any: 'disabled/no_trail' });
  });

  test('are unknown while alarms or trails cannot be read', async () => {
    for (const service of ['cloudwatch', 'cloudtrail'] as const) {
      const { read } = await start({
        ...inRegion({ logGroups: [group('trail', ['root', ROOT])] }, [alarmOn('root')]),
        faults: [{ kind: 'deny', service }],
      });
      expect(verdicts(await read('logs'))).toEqual({ root: 'unknown/dependency_unreadable' });
    }
  });
});

describe('queries', () => {
  const query = (name: string, n = 0) => ({
    queryDefinitionId: `00000000-0000-0000-0000-${String(n).padStart(12, '0')}`,
    name,
    queryString: `filter eventName = "Event${n}"`,
    logGroupNames: ['trail'],
  });
  const schedule = (name: string, state: 'ENABLED' | 'DISABLED' = 'ENABLED') => ({
    name,
    state,
    scheduleExpression: 'cron(0 * * * ? *)',
  });

  test('saved ones are degraded unless a schedule of their name runs them', async () => {
    const { read } = await start(
      inRegion({
        queryDefinitions: [query('users', 1), query('Hunting/keys', 2), query('nobody', 3), query('switched-off', 4)],
        scheduledQueries: [schedule('users'), schedule('keys'), schedule('switched-off', 'DISABLED')],
      }),
    );
    const found = await read('logs');
    expect(verdicts(found)).toEqual({
      users: 'active',
      'Hunting/keys': 'active',
      nobody: 'degraded/not_scheduled',
      'switched-off': 'degraded/not_scheduled',
    });
    expect(found[0]).toMatchObject({
      type: 'logs_insights_query',
      arn: 'arn:aws:logs:us-east-1:111122223333:query-definition:00000000-0000-0000-0000-000000000001',
      description: 'Saved query on trail',
      subject: { kind: 'logs_query', query: 'filter eventName = "Event1"' },
    });
  });

  test('saved ones are unknown while we may not list schedules, and the cell is unread', async () => {
    const { readUntilFailure } = await start({
      ...inRegion({ queryDefinitions: [query('users')] }),
      faults: [{ kind: 'deny', operation: 'ListScheduledQueries' }],
    });
    const { given, error } = await readUntilFailure('logs');
    expect(verdicts(given)).toEqual({ users: 'unknown/insufficient_permissions' });
    expect(error).toMatchObject({ operation: 'ListScheduledQueries', kind: 'access_denied' });
  });

  test('that only run by schedule are found too, but not those that alarms run', async () => {
    const { read } = await start(
      inRegion({
        scheduledQueries: [
          schedule('hourly'),
          schedule('paused', 'DISABLED'),
          { ...schedule('of-an-alarm'), scheduleType: 'AWS_MANAGED' },
        ],
      }),
    );
    expect(verdicts(await read('logs'))).toEqual({ hourly: 'active', paused: 'disabled/disabled' });
  });

  test('over several pages are found once each', async () => {
    const queryDefinitions = Array.from({ length: 1001 }, (_, n) => query(`q${n}`, n));
    const { sample, read } = await start(inRegion({ queryDefinitions }));
    expect(new Set((await read('logs')).map(({ key }) => key)).size).toBe(1001);
    expect(callCounts(sample)['logs:DescribeQueryDefinitions']).toBe(2);
  });
});
