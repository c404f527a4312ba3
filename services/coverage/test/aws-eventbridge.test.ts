import type { CloudTrailInventory, EventBus, EventRule, Trail } from '@tripline/aws-sample';
import { awsSamples, callCounts, REGION, verdicts } from './support/aws.js';

const start = awsSamples();
const TOPIC = { Id: 'topic', Arn: 'arn:aws:sns:us-east-1:111122223333:security' };
const API_CALL = { 'detail-type': ['AWS API Call via CloudTrail'] };
const trail = (more: Partial<Trail> = {}): Trail => ({
  Name: 'main',
  IsMultiRegionTrail: true,
  status: { IsLogging: true },
  ...more,
});
const rule = (more: Partial<EventRule> = {}): EventRule => ({
  Name: 'rule',
  State: 'ENABLED',
  EventPattern: { source: ['aws.iam'], ...API_CALL, detail: { eventName: ['CreateUser'] } },
  targets: [TOPIC],
  ...more,
});
const inRegion = (
  rules: EventRule[],
  cloudtrail: CloudTrailInventory = { trails: [trail()] },
  buses: EventBus[] = [],
) => ({
  regions: { [REGION]: { eventbridge: { buses: [{ Name: 'default', rules }, ...buses] }, cloudtrail } },
});
const verdictOf = async (more: Partial<EventRule>, cloudtrail?: CloudTrailInventory) => {
  const { read } = await start(inRegion([rule(more)], cloudtrail));
  return verdicts(await read('eventbridge'))['rule'];
};

test('a rule is found as it is, and what it takes to know that it fires is asked once', async () => {
  const { sample, read } = await start(inRegion([rule({ Description: 'New users' })]));
  const arn = 'arn:aws:events:us-east-1:111122223333:rule/rule';
  expect(await read('eventbridge')).toEqual([
    {
      key: arn,
      type: 'eventbridge_rule',
      scope: REGION,
      name: 'rule',
      arn,
      description: 'New users',
      managed: false,
      status: 'active',
      statusReason: null,
      subject: {
        kind: 'event_pattern',
        pattern: JSON.stringify(rule().EventPattern),
        allManagementEvents: false,
      },
    },
  ]);
  expect(callCounts(sample)).toEqual({
    'sts:AssumeRole': 2,
    'sns:ListSubscriptionsByTopic': 1,
    'eventbridge:ListEventBuses': 1,
    'eventbridge:ListRules': 1,
    'eventbridge:ListTargetsByRule': 1,
    'cloudtrail:DescribeTrails': 1,
    'cloudtrail:GetTrailStatus': 1,
  });
});

test('rules and buses over several pages, each rule once', async () => {
  const rules = Array.from({ length: 130 }, (_, n) => rule({ Name: `rule-${n}` }));
  const buses = Array.from({ length: 120 }, (_, n) => ({ Name: `bus-${n}`, rules: [rule({ Name: 'same' })] }));
  const { sample, read } = await start(inRegion(rules, undefined, buses));
  const found = await read('eventbridge');
  expect(found).toHaveLength(250);
  expect(new Set(found.map(({ key }) => key)).size).toBe(250);
  expect(callCounts(sample)).toMatchObject({
    'eventbridge:ListEventBuses': 2,
    'eventbridge:ListRules': 122,
    'eventbridge:ListTargetsByRule': 250,
  });
});

describe('what a rule is', () => {
  test('one with a schedule alone is a timer and no detection', async () => {
    const { EventPattern: _, ...timer } = rule({ Name: 'timer', ScheduleExpression: 'rate(1 hour)' });
    const { sample, read } = await start(inRegion([timer]));
    expect(await read('eventbridge')).toEqual([]);
    expect(callCounts(sample)).not.toHaveProperty('eventbridge:ListTargetsByRule');
  });

  test("one that AWS made is marked as AWS's", async () => {
    const { read } = await start(inRegion([rule({ ManagedBy: 'securityhub.amazonaws.com' })]));
    expect((await read('eventbridge'))[0]).toMatchObject({ managed: true, status: 'active' });
  });
});

describe('whether a rule can fire', () => {
  test('switched off: disabled, and nobody asks for its targets', async () => {
    const { sample, read } = await start(inRegion([rule({ State: 'DISABLED' })]));
    expect(verdicts(await read('eventbridge'))).toEqual({ rule: 'disabled/disabled' });
    expect(callCounts(sample)).not.toHaveProperty('eventbridge:ListTargetsByRule');
  });

  test('without targets: degraded', async () => {
    expect(await verdictOf({ targets: [] })).toBe('degraded/no_target');
  });

  test.each<[string, CloudTrailInventory, string]>([
    ['no trail', {}, 'disabled/no_trail'],
    ['a stopped trail', { trails: [trail({ status: { IsLogging: false } })] }, 'disabled/trail_stopped'],
    [
      'a trail that takes data events only',
      { trails: [trail({ eventSelectors: [{ ReadWriteType: 'All', IncludeManagementEvents: false }] })] },
      'disabled/not_feeding',
    ],
    [
      'a trail that takes reads only',
      { trails: [trail({ eventSelectors: [{ ReadWriteType: 'ReadOnly', IncludeManagementEvents: true }] })] },
      'disabled/not_feeding',
    ],
    [
      'a trail whose advanced selectors take management events',
      {
        trails: [
          trail({ advancedEventSelectors: [{ FieldSelectors: [{ Field: 'eventCategory', Equals: ['Management'] }] }] }),
        ],
      },
      'active',
    ],
    [
      'a stopped trail beside one that logs',
      { trails: [trail({ Name: 'old', status: { IsLogging: false } }), trail()] },
      'active',
    ],
  ])('on calls that CloudTrail records, with %s', async (_, cloudtrail, verdict) => {
    expect(await verdictOf({}, cloudtrail)).toBe(verdict);
  });

  test("with the trail of another region that takes this region's events", async () => {
    const { read } = await start({
      regions: {
        'eu-west-1': { cloudtrail: { trails: [trail()] } },
        [REGION]: { eventbridge: { buses: [{ Name: 'default', rules: [rule()] }] } },
      },
    });
    expect(verdicts(await read('eventbridge'))).toEqual({ rule: 'active' });
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['findings of GuardDuty', { source: ['aws.guardduty'], 'detail-type': ['GuardDuty Finding'] }, 'active'],
    ['findings, without a detail type', { source: ['aws.securityhub'] }, 'active'],
    ['everything of a service', { source: ['aws.kms'] }, 'degraded/no_trail'],
    [
      'findings and calls',
      { 'detail-type': ['GuardDuty Finding', 'AWS API Call via CloudTrail'] },
      'degraded/no_trail',
    ],
    ['a detail type by its end', { 'detail-type': [{ suffix: 'via CloudTrail' }] }, 'disabled/no_trail'],
    ['fields that only its records have', { detail: { eventName: ['CreateUser'] } }, 'disabled/no_trail'],
    ['either of two, both calls', { $or: [API_CALL, { detail: { eventName: ['CreateUser'] } }] }, 'disabled/no_trail'],
    ['either of two, one a call', { $or: [API_CALL, { source: ['aws.guardduty'] }] }, 'degraded/no_trail'],
    ["a customer's own events", { source: ['shop.orders'] }, 'active'],
  ])('without a trail, on %s', async (_, EventPattern, verdict) => {
    expect(await verdictOf({ EventPattern }, {})).toBe(verdict);
  });

  test.each([
    ['broken off', '{"source": ['],
    ['no object', '[1, null]'],
    ['of odd values', '{"source":[null,{"prefix":{"equals-ignore-case":7}}],"detail-type":[{}],"detail":"x","$or":{}}'],
    ['nested without end', `${'{"$or":['.repeat(1_500)}1${']}'.repeat(1_500)}`],
    ['too long for AWS', `{"source":["aws.iam"],"x":"${'x'.repeat(20_000)}"}`],
  ])('with a pattern that is %s, nothing is claimed', async (_, EventPattern) => {
    expect(await verdictOf({ EventPattern }, {})).toBe('active');
  });

  test('on data events, with a trail that takes no management events', async () => {
    const dataOnly = {
      trails: [trail({ eventSelectors: [{ ReadWriteType: 'All', IncludeManagementEvents: false }] })],
    };
    const EventPattern = { source: ['aws.s3'], ...API_CALL, detail: { eventName: ['GetObject'] } };
    expect(await verdictOf({ EventPattern }, dataOnly)).toBe('active');
  });
});

describe('calls that only read', () => {
  const reads = (...eventName: string[]) => ({
    EventPattern: { source: ['aws.iam'], ...API_CALL, detail: { eventName } },
  });

  test('reach no rule that does not ask for them', async () => {
    expect(await verdictOf(reads('ListUsers', 'GetAccountAuthorizationDetails'))).toBe('disabled/not_feeding');
    expect(await verdictOf(reads('ListUsers', 'CreateUser'))).toBe('active');
    expect(await verdictOf(reads('GetFederationToken'))).toBe('active');
  });

  test('reach one that does', async () => {
    const State = 'ENABLED_WITH_ALL_CLOUDTRAIL_MANAGEMENT_EVENTS';
    const { read } = await start(inRegion([rule({ ...reads('ListUsers'), State })]));
    expect((await read('eventbridge'))[0]).toMatchObject({ status: 'active', subject: { allManagementEvents: true } });
  });
});

test('what other accounts and partners send to buses of their own does not wait for a trail here', async () => {
  const buses = [
    {
      Name: 'members',
      rules: [rule({ Name: 'secrets', EventPattern: { detail: { eventName: ['GetSecretValue'] } } })],
    },
    { Name: 'aws.partner/example.com/1', rules: [rule({ Name: 'partner', targets: [] })] },
  ];
  const { read } = await start(inRegion([], {}, buses));
  const found = await read('eventbridge');
  expect(verdicts(found)).toEqual({ secrets: 'active', partner: 'degraded/no_target' });
  expect(found[0]?.arn).toBe('arn:aws:events:us-east-1:111122223333:rule/members/secrets');
});

describe('when something cannot be read', () => {
  const rules = [
    rule({ Name: 'calls' }),
    rule({ Name: 'findings', EventPattern: { source: ['aws.guardduty'] } }),
    rule({ Name: 'nowhere', targets: [] }),
    rule({ Name: 'off', State: 'DISABLED' }),
  ];

  test('trails: rules on their events are unknown, the others are not', async () => {
    const { read } = await start({ ...inRegion(rules), faults: [{ kind: 'deny', service: 'cloudtrail' }] });
    expect(verdicts(await read('eventbridge'))).toEqual({
      calls: 'unknown/dependency_unreadable',
      findings: 'active',
      nowhere: 'degraded/no_target',
      off: 'disabled/disabled',
    });
  });

  test('targets that we may not list: their rules are unknown, and so is the cell', async () => {
    const { readUntilFailure } = await start({
      ...inRegion(rules),
      faults: [{ kind: 'deny', operation: 'ListTargetsByRule' }],
    });
    const { given } = await readUntilFailure('eventbridge');
    expect(verdicts(given)).toEqual({
      calls: 'unknown/insufficient_permissions',
      findings: 'unknown/insufficient_permissions',
      nowhere: 'unknown/insufficient_permissions',
      off: 'disabled/disabled',
    });
  });

  test('targets, for a transient fault: their rules stay as last seen', async () => {
    const { readUntilFailure } = await start({
      ...inRegion(rules),
      faults: [{ kind: 'internal', operation: 'ListTargetsByRule' }],
    });
    const { given } = await readUntilFailure('eventbridge');
    expect(verdicts(given)).toEqual({ off: 'disabled/disabled' });
  });

  test('rules of one bus: the cell is unread', async () => {
    const { readUntilFailure } = await start({
      ...inRegion(rules),
      faults: [{ kind: 'deny', operation: 'ListRules' }],
    });
    const { given } = await readUntilFailure('eventbridge');
    expect(verdicts(given)).toEqual({});
  });
});
