import type { EventRule, GuardDutyDetector, GuardDutyFilter, RegionInventory } from '@tripline/aws-sample';
import { REGION } from './support/aws.js';
import { type AwsAccounts, createAwsAccounts } from './support/aws-accounts.js';

let aws: AwsAccounts;
beforeAll(async () => {
  aws = await createAwsAccounts();
});
afterAll(() => aws.close());

let accounts = 0;

/** An account of its own for each test: how many techniques are covered, and which are unknown. */
async function coverageOf(region: RegionInventory) {
  accounts += 1;
  const number = String(300_000_000_000 + accounts);
  aws.put(number, { [REGION]: region });
  const account = await aws.connect(number);
  const scan = await aws.scan(account);
  expect(scan.errors).toEqual([]);
  const { techniques } = await aws.read(account, '/coverage/techniques?limit=500');
  const { detections } = await aws.read(account, '/detections?page_size=200');
  const ids = (wanted: (one: { status: string; unverified: boolean }) => boolean): string[] =>
    techniques.filter(wanted).map((one: { technique_id: string }) => one.technique_id);
  return {
    number,
    covered: ids(({ status }) => status === 'covered'),
    partial: ids(({ status }) => status === 'partial'),
    unknown: ids(({ status, unverified }) => status === 'uncovered' && unverified),
    states: Object.fromEntries(
      detections.map((one: { name: string; status: string; status_reason: string }) => [
        one.name,
        `${one.status}/${one.status_reason}`,
      ]),
    ) as Record<string, string>,
  };
}

const ID = 'a1b2c3d4e5f60718293a4b5c6d7e8f90';
const DETECTOR = `GuardDuty detector ${ID}`;
const TOPIC = `arn:aws:sns:${REGION}:300000000001:security`;
const detector = (more: Partial<GuardDutyDetector> = {}): RegionInventory['guardduty'] => ({
  detectors: [
    { detectorId: ID, status: 'ENABLED', features: [{ name: 'S3_DATA_EVENTS', status: 'ENABLED' }], ...more },
  ],
});
const QUEUE = 'arn:aws:sqs:us-east-1:300000000001:findings';
const rule = (detail: object | undefined, more: Partial<EventRule> = {}): EventRule => ({
  Name: 'findings',
  State: 'ENABLED',
  EventPattern: { source: ['aws.guardduty'], 'detail-type': ['GuardDuty Finding'], ...(detail && { detail }) },
  targets: [{ Id: '1', Arn: QUEUE }],
  ...more,
});
const onDefault = (...rules: EventRule[]): RegionInventory['eventbridge'] => ({ buses: [{ Name: 'default', rules }] });

describe('GuardDuty covers by the findings that somebody gets', () => {
  test('all of them where a rule takes all', async () => {
    const { covered, states } = await coverageOf({ guardduty: detector(), eventbridge: onDefault(rule(undefined)) });
    expect(states[DETECTOR]).toBe('active/null');
    expect(covered.length).toBeGreaterThan(5);
    expect(covered).toContain('T1078');
    // CTID calls a brute force over SSH minimal.
    expect(covered).not.toContain('T1110.001');
  });

  test.each<[string, object]>([
    ['one type', { type: ['UnauthorizedAccess:EC2/SSHBruteForce'] }],
    ['the gravest', { severity: [{ numeric: ['>=', 8.9] }] }],
    ['findings that there are not', { type: ['Nothing:EC2/Nothing'] }],
  ])('nothing where a rule takes %s', async (_, detail) => {
    const { covered } = await coverageOf({ guardduty: detector(), eventbridge: onDefault(rule(detail)) });
    expect(covered).toEqual([]);
  });

  test('those of high severity where a rule takes these, and no more of the others', async () => {
    const { covered, states } = await coverageOf({
      guardduty: detector(),
      eventbridge: onDefault(rule({ severity: [{ numeric: ['>=', 7] }] })),
    });
    expect(states[DETECTOR]).toBe('active/aws:some_unheard');
    // Denial of service is High, misuse of an account Medium.
    expect(covered).toContain('T1498');
    expect(covered).not.toContain('T1526');
  });

  test('nothing where the rule is on a bus to which nothing is forwarded', async () => {
    const buses = [{ Name: 'default' }, { Name: 'security', rules: [rule(undefined)] }];
    const { covered, states } = await coverageOf({ guardduty: detector(), eventbridge: { buses } });
    expect(covered).toEqual([]);
    expect(states[DETECTOR]).toBe('degraded/aws:no_consumer');
  });

  test('what a rule forwards to that bus', async () => {
    const number = String(300_000_000_000 + accounts + 1);
    const forward = rule(undefined, {
      Name: 'forward',
      targets: [{ Id: '1', Arn: `arn:aws:events:${REGION}:${number}:event-bus/security` }],
    });
    const buses = [
      { Name: 'default', rules: [forward] },
      { Name: 'security', rules: [rule(undefined)] },
    ];
    const { covered } = await coverageOf({ guardduty: detector(), eventbridge: { buses } });
    expect(covered).toContain('T1078');
  });
});

describe('suppression rules take away what they archive', () => {
  const filter = (criterion: GuardDutyFilter['findingCriteria']['criterion']): GuardDutyFilter => ({
    name: 'f',
    action: 'ARCHIVE',
    findingCriteria: { criterion },
  });
  const suppressed = (criterion: GuardDutyFilter['findingCriteria']['criterion']) =>
    coverageOf({ guardduty: detector({ filters: [filter(criterion)] }), eventbridge: onDefault(rule(undefined)) });

  test.each<[string, GuardDutyFilter['findingCriteria']['criterion']]>([
    ['every severity', { severity: { gte: 0 } }],
    ['the whole region', { region: { equals: [REGION] } }],
    ['nothing left out', { type: { notEquals: ['Nothing:EC2/Nothing'] } }],
  ])('%s: nothing is left', async (_, criterion) => {
    const { covered, states } = await suppressed(criterion);
    expect(covered).toEqual([]);
    expect(states[DETECTOR]).toBe('degraded/aws:suppressed');
  });

  test('the account itself: nothing is left', async () => {
    const { covered } = await suppressed({ accountId: { equals: [String(300_000_000_000 + accounts + 1)] } });
    expect(covered).toEqual([]);
  });

  test('below 9: only sequences of attacks are left', async () => {
    const { covered, states } = await suppressed({ severity: { lt: 9 } });
    expect(covered).toEqual([]);
    expect(states[DETECTOR]).toBe('active/aws:suppressed');
  });

  test('another account or region: everything is left', async () => {
    const { covered } = await suppressed({ accountId: { equals: ['999999999999'] } });
    expect(covered).toContain('T1078');
  });

  test('what cannot be decided is unknown, and no gap', async () => {
    const { covered, states, unknown } = await suppressed({ 'service.count': { gte: 0 } });
    expect(covered).toEqual([]);
    expect(unknown).toContain('T1078');
    expect(states[DETECTOR]).toBe('unknown/aws:filter_unread');
  });
});

describe('who is notified', () => {
  const IAM = { source: ['aws.iam'], detail: { eventName: ['CreateAccessKey'] } };
  const TRAIL = {
    cloudtrail: {
      trails: [{ Name: 'all', IsMultiRegionTrail: true, status: { IsLogging: true } }],
    },
  };
  const notified = (topics: Required<RegionInventory>['sns']['topics']) => {
    const number = String(300_000_000_000 + accounts + 1);
    const Arn = TOPIC.replace('300000000001', number);
    const watching = rule(undefined, { Name: 'keys', EventPattern: IAM, targets: [{ Id: '1', Arn }] });
    return coverageOf({ ...TRAIL, sns: { topics }, eventbridge: onDefault(watching) });
  };

  test('nobody, where the topic is missing', async () => {
    const { covered, states } = await notified([]);
    expect(states).toEqual({ keys: 'degraded/aws:topic_missing' });
    expect(covered).toEqual([]);
  });

  test('nobody, where no subscription of the topic is confirmed', async () => {
    const subscriptions = [{ protocol: 'email' as const, endpoint: 'a@example.com', pending: true }];
    const { covered, states } = await notified([{ name: 'security', subscriptions }]);
    expect(states).toEqual({ keys: 'degraded/aws:no_subscription' });
    expect(covered).toEqual([]);
  });

  test('whoever is subscribed', async () => {
    const subscriptions = [{ protocol: 'email' as const, endpoint: 'a@example.com' }];
    const { covered, states } = await notified([{ name: 'security', subscriptions }]);
    expect(states).toEqual({ keys: 'active/null' });
    expect(covered).toContain('T1098.001');
  });
});

describe('alarms reckon', () => {
  const GROUP = 'CloudTrail/logs';
  const alarm = (AlarmName: string, more: object = {}) => ({
    AlarmName,
    Namespace: 'CloudTrailMetrics',
    MetricName: 'Keys',
    Statistic: 'Sum' as const,
    Period: 300,
    EvaluationPeriods: 1,
    Threshold: 1,
    ComparisonOperator: 'GreaterThanOrEqualToThreshold' as const,
    ActionsEnabled: true,
    AlarmActions: [QUEUE],
    StateValue: 'OK' as const,
    ...more,
  });
  const group = (logGroupName: string, filterName: string, filterPattern: string, metricName: string) => ({
    logGroupName,
    metricFilters: [
      {
        filterName,
        filterPattern,
        metricTransformations: [
          { metricName, metricNamespace: 'CloudTrailMetrics', metricValue: '1', defaultValue: 0 },
        ],
      },
    ],
  });
  const withAlarms = (...metricAlarms: object[]) =>
    coverageOf({
      cloudtrail: {
        trails: [
          {
            Name: 'all',
            IsMultiRegionTrail: true,
            status: { IsLogging: true },
            CloudWatchLogsLogGroupArn: `arn:aws:logs:${REGION}:${300_000_000_000 + accounts + 1}:log-group:${GROUP}:*`,
          },
        ],
      },
      logs: {
        logGroups: [
          group(GROUP, 'keys', '{ ($.eventName = CreateAccessKey) && ($.eventSource = iam.amazonaws.com) }', 'Keys'),
          group('/app/orders', 'orders', '"order created"', 'orders-created'),
          group('/app/web', 'errors', '[ip, user, time, request, status=5*, bytes]', 'http-5xx'),
        ],
      },
      cloudwatch: { metricAlarms },
    } as RegionInventory);

  test('and cover where an event sets them off', async () => {
    const { covered, states } = await withAlarms(alarm('keys-alarm'));
    expect(states).toMatchObject({ 'keys-alarm': 'active/null', keys: 'active/null' });
    expect(covered).toContain('T1098.001');
  });

  test.each<[string, string, object]>([
    ['a threshold of a million', 'degraded/aws:never_fires', { Threshold: 1_000_000 }],
    ['less than one', 'degraded/aws:always_fires', { ComparisonOperator: 'LessThanThreshold' }],
    ['at least none', 'degraded/aws:always_fires', { Threshold: 0 }],
    ['a mean of more than one', 'degraded/aws:never_fires', { Statistic: 'Average', Threshold: 2 }],
  ])('%s: %s', async (_, expected, more) => {
    const { covered, states } = await withAlarms(alarm('keys-alarm', more));
    expect(states).toMatchObject({ 'keys-alarm': expected, keys: expected });
    expect(covered).toEqual([]);
  });

  test("and an application's own are no detections", async () => {
    const own = { Namespace: 'CloudTrailMetrics' };
    const { states } = await withAlarms(
      alarm('keys-alarm'),
      alarm('orders-created', { ...own, MetricName: 'orders-created' }),
      alarm('http-5xx', { ...own, MetricName: 'http-5xx' }),
    );
    expect(Object.keys(states)).toContain('keys-alarm');
    expect(Object.keys(states)).not.toContain('orders-created');
    expect(Object.keys(states)).not.toContain('http-5xx');
  });
});
