import type { CloudWatchInventory, CompositeAlarm, LogGroup, MetricAlarm } from '@tripline/aws-sample';
import { awsSamples, callCounts, REGION, verdicts } from './support/aws.js';

const start = awsSamples();
const TOPIC = 'arn:aws:sns:us-east-1:111122223333:security';
const PATTERN = '{ $.userIdentity.type = "Root" }';
const GROUP_ARN = 'arn:aws:logs:us-east-1:111122223333:log-group:trail:*';

const alarm = (AlarmName: string, more: Partial<MetricAlarm> = {}): MetricAlarm => ({
  AlarmName,
  Namespace: 'AWS/WAFV2',
  MetricName: 'BlockedRequests',
  ActionsEnabled: true,
  AlarmActions: [TOPIC],
  StateValue: 'OK',
  ...more,
});
const composite = (AlarmName: string, AlarmRule: string, more: Partial<CompositeAlarm> = {}): CompositeAlarm => ({
  AlarmName,
  AlarmRule,
  ActionsEnabled: true,
  AlarmActions: [TOPIC],
  StateValue: 'OK',
  ...more,
});
const onRoot = { Namespace: 'Trail', MetricName: 'Root' };
const group: LogGroup = {
  logGroupName: 'trail',
  metricFilters: [
    {
      filterName: 'root',
      filterPattern: PATTERN,
      metricTransformations: [{ metricNamespace: 'Trail', metricName: 'Root', metricValue: '1' }],
    },
  ],
};
const trail = (IsLogging: boolean) => ({
  trails: [{ Name: 'main', IsMultiRegionTrail: true, CloudWatchLogsLogGroupArn: GROUP_ARN, status: { IsLogging } }],
});
const inRegion = (cloudwatch: CloudWatchInventory, more: object = {}) => ({
  regions: { [REGION]: { cloudwatch, ...more } },
});
const verdictsOf = async (cloudwatch: CloudWatchInventory, more?: object) => {
  const { read } = await start(inRegion(cloudwatch, more));
  return verdicts(await read('cloudwatch'));
};

test('an alarm is found as it is, in one call and one for its topic when it looks at no filter', async () => {
  const { sample, read } = await start(inRegion({ metricAlarms: [alarm('cpu', { AlarmDescription: 'Miners' })] }));
  const arn = 'arn:aws:cloudwatch:us-east-1:111122223333:alarm:cpu';
  expect(await read('cloudwatch')).toEqual([
    {
      key: arn,
      type: 'cloudwatch_alarm',
      scope: REGION,
      name: 'cpu',
      arn,
      description: 'Miners',
      managed: false,
      status: 'active',
      statusReason: null,
      seenScopes: null,
      subject: { kind: 'alarm', patterns: [], namespace: 'AWS/WAFV2', metric: 'BlockedRequests' },
    },
  ]);
  expect(callCounts(sample)).toEqual({
    'sts:AssumeRole': 2,
    'cloudwatch:DescribeAlarms': 1,
    'sns:ListSubscriptionsByTopic': 1,
  });
});

test('alarms over several pages, each once', async () => {
  const metricAlarms = Array.from({ length: 230 }, (_, n) => alarm(`alarm-${n}`));
  const { sample, read } = await start(
    inRegion({ metricAlarms, compositeAlarms: [composite('all', 'ALARM(alarm-1)')] }),
  );
  const found = await read('cloudwatch');
  expect(new Set(found.map(({ key }) => key)).size).toBe(231);
  expect(callCounts(sample)['cloudwatch:DescribeAlarms']).toBe(3);
});

test('alarms that Auto Scaling owns are marked', async () => {
  const { read } = await start(inRegion({ metricAlarms: [alarm('TargetTracking-service/app-AlarmHigh-1')] }));
  expect((await read('cloudwatch'))[0]?.managed).toBe(true);
});

describe('whether anybody hears of an alarm', () => {
  test('muted and without actions: degraded', async () => {
    const metricAlarms = [
      alarm('muted', { ActionsEnabled: false }),
      alarm('silent', { AlarmActions: [] }),
      alarm('all-clear-only', { AlarmActions: [], OKActions: [TOPIC] }),
    ];
    expect(await verdictsOf({ metricAlarms })).toEqual({
      muted: 'degraded/actions_muted',
      silent: 'degraded/no_actions',
      'all-clear-only': 'degraded/no_actions',
    });
  });

  test('through a composite alarm above it, however it is named there and however far up', async () => {
    const arn = 'arn:aws:cloudwatch:us-east-1:111122223333:alarm:by-arn';
    const metricAlarms = ['plain', 'quoted name', 'by-arn', 'below', 'apart', 'cleared'].map((name) =>
      alarm(name, { AlarmActions: [] }),
    );
    const compositeAlarms = [
      composite(
        'top',
        `ALARM(plain) OR ALARM("quoted name") OR (ALARM("${arn}") AND NOT OK(cleared)) OR ALARM(middle)`,
      ),
      composite('middle', 'ALARM("below")', { AlarmActions: [] }),
      composite('muted', 'ALARM(apart)', { ActionsEnabled: false }),
    ];
    expect(await verdictsOf({ metricAlarms, compositeAlarms })).toEqual({
      plain: 'active',
      'quoted name': 'active',
      'by-arn': 'active',
      below: 'active',
      middle: 'active',
      top: 'active',
      apart: 'degraded/no_actions',
      cleared: 'degraded/no_actions',
      muted: 'degraded/actions_muted',
    });
  });

  test('not while a composite alarm is suppressed by another', async () => {
    const compositeAlarms = [composite('quiet', 'ALARM(cpu)', { ActionsSuppressedBy: 'Alarm' })];
    expect(await verdictsOf({ metricAlarms: [alarm('cpu')], compositeAlarms })).toEqual({
      cpu: 'active',
      quiet: 'degraded/actions_muted',
    });
  });

  test('an alarm rule that cannot be parsed is rejected in linear time', async () => {
    const compositeAlarms = [
      composite('odd', `${'ALARM("'.repeat(2_000)}${'ALARM(a'.repeat(500)}${' '.repeat(10_000)}`),
    ];
    expect(await verdictsOf({ compositeAlarms })).toEqual({});
  });

  test('composite alarms that use each other end', async () => {
    const compositeAlarms = [
      composite('a', 'ALARM(b) OR ALARM(blocked)', { AlarmActions: [] }),
      composite('b', 'ALARM(a)', { AlarmActions: [] }),
    ];
    const metricAlarms = [alarm('blocked')];
    expect(await verdictsOf({ metricAlarms, compositeAlarms })).toEqual({
      blocked: 'active',
      a: 'degraded/no_actions',
      b: 'degraded/no_actions',
    });
  });
});

describe('alarms on what metric filters count', () => {
  const logs = { logGroups: [group] };

  test('look at the patterns of those filters, directly or in an expression', async () => {
    const expression = {
      Metrics: [
        { Id: 'e', Expression: 'FILL(m, 0)', ReturnData: true },
        {
          Id: 'm',
          MetricStat: { Metric: { Namespace: 'Trail', MetricName: 'Root' }, Period: 300, Stat: 'Sum' },
          ReturnData: false,
        },
      ],
    };
    const { Namespace: _, MetricName: __, ...bare } = alarm('expression', expression);
    const { read } = await start(
      inRegion({ metricAlarms: [alarm('root', onRoot), bare] }, { logs, cloudtrail: trail(true) }),
    );
    const found = await read('cloudwatch');
    expect(verdicts(found)).toEqual({ root: 'active', expression: 'active' });
    const subject = { kind: 'alarm', patterns: [PATTERN], namespace: 'Trail', metric: 'Root' };
    expect(found.map((one) => one.subject)).toEqual([subject, subject]);
  });

  test('cannot fire while no trail feeds the group', async () => {
    const alarms = {
      metricAlarms: [alarm('root', onRoot)],
      compositeAlarms: [composite('takeover', 'ALARM(root)')],
    };
    expect(await verdictsOf(alarms, { logs, cloudtrail: trail(false) })).toEqual({
      root: 'disabled/trail_stopped',
      takeover: 'disabled/trail_stopped',
    });
  });

  test('are unknown while the filters, or the trails, cannot be read', async () => {
    for (const service of ['logs', 'cloudtrail'] as const) {
      const { read } = await start({
        ...inRegion(
          { metricAlarms: [alarm('root', onRoot), alarm('cpu'), alarm('muted', { ...onRoot, ActionsEnabled: false })] },
          { logs, cloudtrail: trail(true) },
        ),
        faults: [{ kind: 'deny', service }],
      });
      expect(verdicts(await read('cloudwatch'))).toEqual({
        root: 'unknown/dependency_unreadable',
        cpu: 'active',
        muted: 'degraded/actions_muted',
      });
    }
  });

  test('on the metrics of an application or of its load are no detections, nor are composites of only those', async () => {
    const metricAlarms = [
      alarm('orders', { Namespace: 'Shop', MetricName: 'Orders' }),
      alarm('cpu', { Namespace: 'AWS/EC2', MetricName: 'CPUUtilization' }),
      alarm('latency', { Namespace: 'AWS/ApplicationELB', MetricName: 'TargetResponseTime' }),
      alarm('blocked'),
    ];
    const compositeAlarms = [
      composite('slow', 'ALARM(cpu) OR ALARM(latency)'),
      composite('odd', 'ALARM(cpu) AND ALARM(blocked)'),
    ];
    expect(await verdictsOf({ metricAlarms, compositeAlarms }, { logs })).toEqual({ blocked: 'active', odd: 'active' });
  });

  test('whose filter is gone cannot fire, where the metric is named as benchmarks name it', async () => {
    const metricAlarms = [
      alarm('root', { Namespace: 'CISBenchmark', MetricName: 'anything' }),
      alarm('trail', { Namespace: 'Mine', MetricName: 'CloudTrailCfgChanges' }),
    ];
    expect(await verdictsOf({ metricAlarms })).toEqual({ root: 'disabled/no_filter', trail: 'disabled/no_filter' });
  });
});

test('an alarm on logs looks at its query, a composite alarm at what lies below it', async () => {
  const { read } = await start(
    inRegion({
      metricAlarms: [alarm('cpu')],
      logAlarms: [
        {
          AlarmName: 'deletions',
          ActionsEnabled: true,
          AlarmActions: [TOPIC],
          StateValue: 'OK',
          ScheduledQueryConfiguration: { QueryString: 'filter eventName = "DeleteTrail"' },
        },
      ],
      compositeAlarms: [composite('both', 'ALARM(cpu) AND ALARM(inner)'), composite('inner', 'ALARM(deletions)')],
    }),
  );
  const found = Object.fromEntries((await read('cloudwatch')).map((one) => [one.name, one]));
  expect(found['deletions']).toMatchObject({
    status: 'active',
    subject: { kind: 'logs_query', query: 'filter eventName = "DeleteTrail"' },
  });
  expect(found['both']?.subject).toEqual({
    kind: 'fed_by',
    subjects: [found['cpu']?.subject, found['deletions']?.subject],
  });
});
