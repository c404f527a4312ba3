import type { EventRule, LambdaFunction, MetricAlarm, RegionInventory } from '@tripline/aws-sample';
import type { FoundDetection } from '@tripline/coverage-service';
import { ACCOUNT, type AwsOptions, awsSamples, callCounts, REGION, verdicts } from './support/aws.js';

const start = awsSamples();
const arnOf = (name: string): string => `arn:aws:lambda:${REGION}:${ACCOUNT}:function:${name}`;
const QUEUE = `arn:aws:sqs:${REGION}:${ACCOUNT}:events`;
const PATTERN = JSON.stringify({ source: ['aws.guardduty'] });
const rule = (name: string, target: string, more: Partial<EventRule> = {}): EventRule => ({
  Name: name,
  State: 'ENABLED',
  EventPattern: PATTERN,
  targets: [{ Id: '1', Arn: target }],
  ...more,
});
const alarm = (name: string, action: string, more: Partial<MetricAlarm> = {}): MetricAlarm => ({
  AlarmName: name,
  Namespace: 'AWS/WAFV2',
  MetricName: 'BlockedRequests',
  ActionsEnabled: true,
  AlarmActions: [action],
  StateValue: 'OK',
  ...more,
});
const rules = (...all: EventRule[]) => ({ buses: [{ Name: 'default', rules: all }] });
const functions = (...names: string[]): LambdaFunction[] => names.map((FunctionName) => ({ FunctionName }));
const inRegion = (inventory: RegionInventory, options: Omit<AwsOptions, 'regions'> = {}) =>
  start({ regions: { [REGION]: inventory }, ...options });
const subjectOf = (found: readonly FoundDetection[], name: string) =>
  found.find((detection) => detection.name === name)?.subject;
const PATTERN_SUBJECT = { kind: 'event_pattern', pattern: PATTERN, allManagementEvents: false };
const LOGGING = { Name: 'main', IsMultiRegionTrail: false, status: { IsLogging: true } };
const group = (name: string) => `arn:aws:logs:${REGION}:${ACCOUNT}:log-group:${name}:*`;

test('a function that an event rule calls is a detection of what the rule looks for', async () => {
  const { read } = await inRegion({
    eventbridge: rules(rule('findings', `${arnOf('notify')}:live`)),
    lambda: { functions: [{ FunctionName: 'notify', Description: 'Tells people' }, ...functions('report')] },
  });
  expect(await read('lambda')).toEqual([
    {
      key: arnOf('notify'),
      type: 'lambda_detection',
      scope: REGION,
      name: 'notify',
      arn: arnOf('notify'),
      description: 'Tells people',
      managed: false,
      status: 'active',
      statusReason: null,
      seenScopes: null,
      subject: { kind: 'fed_by', subjects: [PATTERN_SUBJECT] },
    },
  ]);
});

test('a function can fire while anything that feeds it can, and looks at what that brings', async () => {
  const trailed = { EventPattern: { 'detail-type': ['AWS API Call via CloudTrail'] } };
  const { read } = await inRegion({
    // Without a trail the second kind of rule cannot fire.
    eventbridge: rules(
      rule('findings', arnOf('both')),
      rule('calls', arnOf('both'), trailed),
      rule('calls-2', arnOf('never'), trailed),
      rule('off', arnOf('off'), { State: 'DISABLED' }),
      rule('timer', arnOf('timer'), { EventPattern: '', ScheduleExpression: 'rate(1 hour)' }),
      rule('gone', arnOf('deleted')),
      rule('broken', arnOf('broken')),
    ),
    lambda: {
      functions: [...functions('both', 'never', 'off', 'timer'), { FunctionName: 'broken', State: 'Failed' }],
    },
  });
  const found = await read('lambda');
  expect(verdicts(found)).toEqual({ both: 'active', never: 'disabled/no_trail', broken: 'disabled/disabled' });
  expect(subjectOf(found, 'both')).toEqual({ kind: 'fed_by', subjects: [PATTERN_SUBJECT] });
});

test('a function that an alarm calls fires with it, unless the actions are muted', async () => {
  const { read } = await inRegion({
    cloudwatch: {
      metricAlarms: [
        alarm('cpu', arnOf('heard')),
        alarm('quiet', arnOf('muted'), { ActionsEnabled: false }),
        alarm('people', `arn:aws:sns:${REGION}:${ACCOUNT}:security`),
      ],
    },
    lambda: { functions: functions('heard', 'muted', 'other') },
  });
  const found = await read('lambda');
  expect(verdicts(found)).toEqual({ heard: 'active', muted: 'disabled/actions_muted' });
  expect(subjectOf(found, 'heard')).toEqual({
    kind: 'fed_by',
    subjects: [{ kind: 'alarm', patterns: [], namespace: 'AWS/WAFV2', metric: 'BlockedRequests' }],
  });
});

test('a queue passes on what a rule sends to it, while its mapping is on', async () => {
  const mapping = (name: string, State: 'Enabled' | 'Disabled', EventSourceArn = QUEUE) => ({
    UUID: name,
    EventSourceArn,
    FunctionArn: arnOf(name),
    State,
  });
  const { read } = await inRegion({
    eventbridge: rules(rule('findings', QUEUE)),
    lambda: {
      functions: functions('reader', 'paused', 'elsewhere'),
      eventSourceMappings: [
        mapping('reader', 'Enabled'),
        mapping('paused', 'Disabled'),
        mapping('elsewhere', 'Enabled', `${QUEUE}-2`),
      ],
    },
  });
  const found = await read('lambda');
  expect(verdicts(found)).toEqual({ reader: 'active', paused: 'disabled/not_feeding' });
  expect(subjectOf(found, 'reader')).toEqual({ kind: 'fed_by', subjects: [PATTERN_SUBJECT] });
});

describe('a function that gets lines of a watched log group', () => {
  const subscription = (name: string, filterPattern = '') => ({
    filterName: name,
    filterPattern,
    destinationArn: arnOf(name),
  });
  const filtered = {
    filterName: 'root',
    filterPattern: '{ $.userIdentity.type = "Root" }',
    metricTransformations: [{ metricName: 'root', metricNamespace: 'Trail', metricValue: '1' }],
  };

  test('is a detection of the pattern and of the techniques that its tag names', async () => {
    const { sample, read } = await inRegion({
      cloudtrail: { trails: [{ ...LOGGING, CloudWatchLogsLogGroupArn: group('trail') }] },
      logs: {
        logGroups: [
          {
            logGroupName: 'trail',
            subscriptionFilters: [subscription('chains', '{ $.eventName = "AssumeRole" }'), subscription('plain')],
          },
          { logGroupName: 'unwatched', subscriptionFilters: [subscription('other')] },
        ],
      },
      lambda: {
        functions: [
          { FunctionName: 'chains', tags: { 'tripline:techniques': 'T1550.001 T1078.004 T1078.004' } },
          ...functions('plain', 'other'),
        ],
      },
    });
    const found = await read('lambda');
    expect(verdicts(found)).toEqual({ chains: 'active', plain: 'active' });
    expect(subjectOf(found, 'chains')).toEqual({
      kind: 'fed_by',
      subjects: [
        { kind: 'metric_filter', pattern: '{ $.eventName = "AssumeRole" }' },
        { kind: 'tagged', techniques: ['T1078.004', 'T1550.001'] },
      ],
    });
    expect(subjectOf(found, 'plain')).toEqual({ kind: 'fed_by', subjects: [] });
    expect(callCounts(sample)).toMatchObject({ 'logs:DescribeSubscriptionFilters': 1, 'lambda:ListTags': 2 });
  });

  test.each([
    [
      'a stopped trail',
      [{ ...LOGGING, CloudWatchLogsLogGroupArn: group('watched'), status: { IsLogging: false } }],
      'disabled/trail_stopped',
    ],
    ['a trail that writes elsewhere', [LOGGING], 'unknown/not_feeding'],
    ['no trail', [], 'disabled/no_trail'],
  ])('with %s is %3$s', async (_, trails, verdict) => {
    const { read } = await inRegion({
      cloudtrail: { trails },
      logs: {
        logGroups: [
          {
            logGroupName: 'watched',
            metricFilters: [filtered],
            subscriptionFilters: [subscription('chains', '{ $.eventName = "AssumeRole" }')],
          },
        ],
      },
      lambda: { functions: functions('chains') },
    });
    expect(verdicts(await read('lambda'))).toEqual({ chains: verdict });
  });

  test('shows no technique of its tag by way of a rule', async () => {
    const { read } = await inRegion({
      cloudtrail: {
        trails: [{ ...LOGGING, CloudWatchLogsLogGroupArn: group('trail'), status: { IsLogging: false } }],
      },
      eventbridge: rules(rule('findings', arnOf('chains'))),
      logs: { logGroups: [{ logGroupName: 'trail', subscriptionFilters: [subscription('chains')] }] },
      lambda: { functions: [{ FunctionName: 'chains', tags: { 'tripline:techniques': 'T1550.001' } }] },
    });
    const found = await read('lambda');
    expect(verdicts(found)).toEqual({ chains: 'active' });
    expect(subjectOf(found, 'chains')).toEqual({ kind: 'fed_by', subjects: [PATTERN_SUBJECT] });
  });

  test('is reported without its tags where they may not be read', async () => {
    const { readUntilFailure } = await inRegion(
      {
        cloudtrail: { trails: [{ ...LOGGING, CloudWatchLogsLogGroupArn: group('trail') }] },
        logs: { logGroups: [{ logGroupName: 'trail', subscriptionFilters: [subscription('chains', 'AssumeRole')] }] },
        lambda: { functions: functions('chains') },
      },
      { faults: [{ kind: 'deny', operation: 'ListTags' }] },
    );
    const { given, error } = await readUntilFailure('lambda');
    expect(error).toMatchObject({ service: 'lambda', operation: 'ListTags', kind: 'access_denied' });
    expect(verdicts(given)).toEqual({ chains: 'active' });
  });
});

describe('what cannot be read', () => {
  const inventory: RegionInventory = {
    eventbridge: rules(rule('findings', arnOf('by-rule'))),
    cloudwatch: { metricAlarms: [alarm('cpu', arnOf('by-alarm'))] },
    lambda: { functions: functions('by-rule', 'by-alarm') },
  };

  test.each([
    ['denied', 'deny', { 'by-alarm': 'active' }],
    // What may be readable next time stays as it was seen last.
    ['broken', 'reset', {}],
  ] as const)('rules that are %s: the rest is reported, and that something is missing', async (_, kind, expected) => {
    const { readUntilFailure } = await inRegion(inventory, { faults: [{ kind, operation: 'ListRules' }] });
    const { given, error } = await readUntilFailure('lambda');
    expect(error).toMatchObject({ service: 'eventbridge', operation: 'ListRules' });
    expect(verdicts(given)).toEqual(expected);
  });

  test('is no matter where there is no function', async () => {
    const { read } = await inRegion({}, { faults: [{ kind: 'deny', operation: 'ListRules' }] });
    expect(await read('lambda')).toEqual([]);
  });
});

describe('calls', () => {
  test('Lambda is not asked where nothing feeds it', async () => {
    const { sample, read } = await inRegion({ lambda: { functions: functions('report') } });
    expect(await read('lambda')).toEqual([]);
    expect(sample.calls({ service: 'lambda' }).calls).toBe(0);
  });

  test('a page for each 50 functions and each 100 mappings, and what others list is listed once', async () => {
    const { sample, connect, signal } = await inRegion({
      eventbridge: rules(...Array.from({ length: 10 }, (_, n) => rule(`rule-${n}`, n === 0 ? QUEUE : arnOf(`f-${n}`)))),
      cloudwatch: { metricAlarms: [alarm('cpu', arnOf('f-1'))] },
      lambda: {
        functions: functions(...Array.from({ length: 51 }, (_, n) => `f-${n}`)),
        eventSourceMappings: Array.from({ length: 101 }, (_, n) => ({
          UUID: `mapping-${n}`,
          EventSourceArn: QUEUE,
          FunctionArn: arnOf('f-0'),
          State: 'Enabled' as const,
        })),
      },
    });
    const session = await connect();
    const cells = ['eventbridge', 'cloudwatch', 'logs', 'cloudtrail', 'lambda'].map((service) => ({
      service,
      scope: REGION,
    }));
    const found = await Promise.all(
      cells.map(async (cell) => {
        const names: string[] = [];
        for await (const { name } of session.collect(cell, signal)) names.push(name);
        return names.length;
      }),
    );
    expect(found).toEqual([10, 1, 0, 0, 10]);
    expect(callCounts(sample)).toEqual({
      'sts:AssumeRole': 2,
      'eventbridge:ListEventBuses': 1,
      'eventbridge:ListRules': 1,
      'eventbridge:ListTargetsByRule': 10,
      'cloudwatch:DescribeAlarms': 1,
      'logs:DescribeMetricFilters': 1,
      'logs:DescribeQueryDefinitions': 1,
      'logs:ListScheduledQueries': 1,
      'cloudtrail:DescribeTrails': 1,
      'cloudtrail:ListEventDataStores': 1,
      'lambda:ListFunctions': 2,
      'lambda:ListEventSourceMappings': 2,
    });
  });
});
