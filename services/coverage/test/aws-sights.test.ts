import type { EventRule, RegionInventory } from '@tripline/aws-sample';
import { REGION } from './support/aws.js';
import { type AwsAccounts, type ConnectedAccount, createAwsAccounts } from './support/aws-accounts.js';

let aws: AwsAccounts;
beforeAll(async () => {
  aws = await createAwsAccounts();
});
afterAll(() => aws.close());

let numbers = 400_000_000_000;
const nextNumber = (): string => {
  numbers += 1;
  return String(numbers);
};
const ID = 'a1b2c3d4e5f60718293a4b5c6d7e8f90';
const features = [{ name: 'S3_DATA_EVENTS', status: 'ENABLED' as const }];
const hub = (number: string): RegionInventory['securityhub'] => ({
  products: [`arn:aws:securityhub:${REGION}:${number}:product-subscription/aws/guardduty`],
});

/** A technique of an account, with what is said of it. */
async function techniqueOf(account: ConnectedAccount, technique: string, user = aws.scans.user) {
  const { techniques } = await aws.read(account, '/coverage/techniques?limit=500', user);
  const matrix = JSON.stringify(await aws.read(account, '/coverage/matrix', user));
  const one = techniques.find(({ technique_id: id }: { technique_id: string }) => id === technique);
  return { status: one.status as string, unverified: one.unverified as boolean, matrix };
}

describe('findings that an administrator account gets', () => {
  const member = (administrator: string): RegionInventory => ({
    guardduty: {
      detectors: [{ detectorId: ID, status: 'ENABLED', features, administrator: { accountId: administrator } }],
    },
  });
  const administrator = (number: string, heard: boolean): RegionInventory => ({
    guardduty: { detectors: [{ detectorId: ID, status: 'ENABLED', features }] },
    ...(heard && { securityhub: hub(number) }),
  });

  test('are unknown while it is not connected, and then as seen there', async () => {
    const [m, a] = [nextNumber(), nextNumber()];
    aws.put(m, { [REGION]: member(a) });
    const account = await aws.connect(m);
    expect((await aws.scan(account)).errors).toEqual([]);
    const before = await techniqueOf(account, 'T1078');
    expect(before).toMatchObject({ status: 'uncovered', unverified: true });
    expect(before.matrix).toContain(`Connect ${a} to know.`);

    aws.put(a, { [REGION]: administrator(a, true) });
    const admin = await aws.connect(a);
    // Claimed and not yet scanned, it shows nothing of anybody.
    expect(await techniqueOf(account, 'T1078')).toMatchObject({ status: 'uncovered', unverified: true });
    await aws.scan(admin);
    expect(await techniqueOf(account, 'T1078')).toMatchObject({ status: 'covered', unverified: false });

    const { sights } = await aws.read(account, '/coverage/sights');
    expect(sights).toEqual([
      expect.objectContaining({
        via: 'guardduty_administrator',
        to_account: a,
        cloud_account_id: admin.id,
        state: 'read',
        to_do: null,
      }),
    ]);

    aws.put(a, { [REGION]: administrator(a, false) });
    await aws.scan(admin);
    expect(await techniqueOf(account, 'T1078')).toMatchObject({ status: 'partial', unverified: false });

    await aws.remove(admin);
    expect(await techniqueOf(account, 'T1078')).toMatchObject({ status: 'uncovered', unverified: true });
    expect((await aws.read(account, '/coverage/sights')).sights).toEqual([
      expect.objectContaining({ cloud_account_id: null, state: 'not_connected', to_do: `Connect ${a} to know.` }),
    ]);
  });

  test("are not shown by somebody else's connection of it", async () => {
    const [m, a] = [nextNumber(), nextNumber()];
    aws.put(m, { [REGION]: member(a) });
    const account = await aws.connect(m);
    await aws.scan(account);
    const other = await aws.newUser();
    aws.put(a, { [REGION]: administrator(a, true) });
    await aws.scan(await aws.connect(a, { user: other }), other);
    await aws.scan(account);
    expect(await techniqueOf(account, 'T1078')).toMatchObject({ status: 'uncovered', unverified: true });
  });
});

describe('an account whose service another account administers', () => {
  const ENABLED = {
    securityhub: (AccountId: string) => ({ securityhub: { administrator: { AccountId } } }),
    macie: (accountId: string) => ({ macie: { session: { status: 'ENABLED' }, administrator: { accountId } } }),
    inspector: (accountId: string) => ({
      inspector: { status: 'ENABLED', resources: { ec2: 'ENABLED' }, administrator: { accountId } },
    }),
  } satisfies Record<string, (administrator: string) => RegionInventory>;
  const LEFT = {
    securityhub: (AccountId: string) => ({
      securityhub: { administrator: { AccountId, MemberStatus: 'Resigned' } },
    }),
    macie: (accountId: string) => ({
      macie: { session: { status: 'ENABLED' }, administrator: { accountId, relationshipStatus: 'Removed' } },
    }),
    inspector: (accountId: string) => ({
      inspector: {
        status: 'ENABLED',
        resources: { ec2: 'ENABLED' },
        administrator: { accountId, relationshipStatus: 'REMOVED' },
      },
    }),
  } satisfies Record<string, (administrator: string) => RegionInventory>;
  const services = ['securityhub', 'macie', 'inspector'] as const;
  const sightsOf = async (account: ConnectedAccount) => (await aws.read(account, '/coverage/sights')).sights;

  test.each(services)('of %s shows where its findings go, and what to connect until that is done', async (service) => {
    const [m, a] = [nextNumber(), nextNumber()];
    aws.put(m, { [REGION]: ENABLED[service](a) });
    const account = await aws.connect(m);
    expect(await aws.scan(account)).toMatchObject({ status: 'completed', errors: [] });
    const sight = { via: `${service}_administrator`, to_account: a };
    expect(await sightsOf(account)).toEqual([
      expect.objectContaining({ ...sight, state: 'not_connected', to_do: `Connect ${a} to know.` }),
    ]);

    aws.put(a, { [REGION]: ENABLED[service](a) });
    const admin = await aws.connect(a);
    await aws.scan(admin);
    expect(await sightsOf(account)).toEqual([
      expect.objectContaining({ ...sight, state: 'read', cloud_account_id: admin.id, to_do: null }),
    ]);
    // AWS names the administrator to itself too.
    expect(await sightsOf(admin)).toEqual([]);
  });

  test.each([
    ['securityhub', 'securityhub:GetAdministratorAccount'],
    ['macie', 'macie2:GetAdministratorAccount'],
    ['inspector', 'inspector2:GetDelegatedAdminAccount'],
  ] as const)('of %s is read all the same by a role that may not ask for it', async (service, action) => {
    const m = nextNumber();
    aws.put(m, { [REGION]: ENABLED[service](nextNumber()) });
    const account = await aws.connect(m);
    aws.deny(m, [action]);
    const scan = await aws.scan(account);
    expect(scan).toMatchObject({ status: 'completed', errors: [] });
    expect(scan.detections_found).toBeGreaterThan(0);
    expect(await sightsOf(account)).toEqual([]);
    const { body } = await aws.scans.api.http
      .post(`/api/v1/public/accounts/${account.id}/verify`)
      .set(aws.scans.user.key);
    expect(body.missing_actions).toEqual([action]);
  });

  test.each(services)('of %s that it has left, or that is off, shows nothing', async (service) => {
    const [m, off] = [nextNumber(), nextNumber()];
    aws.put(m, { [REGION]: LEFT[service](nextNumber()) });
    // AWS answers for a service that is off, and for one without an administrator, with codes of its own.
    aws.put(off, { [REGION]: {} });
    for (const number of [m, off]) {
      const account = await aws.connect(number);
      expect(await aws.scan(account)).toMatchObject({ status: 'completed', errors: [] });
      expect(await sightsOf(account)).toEqual([]);
    }
  });
});

describe("rules that forward to another account's bus", () => {
  const TRAIL = { trails: [{ Name: 'all', IsMultiRegionTrail: true, status: { IsLogging: true } }] };
  const pattern = { source: ['aws.iam'], detail: { eventName: ['CreateAccessKey'] } };
  const rule = (Name: string, Arn: string, EventPattern: EventRule['EventPattern'] = pattern): EventRule => ({
    Name,
    State: 'ENABLED',
    EventPattern: EventPattern ?? {},
    targets: [{ Id: '1', Arn }],
  });

  test.each<[string, (number: string) => EventRule['EventPattern']]>([
    ['the event', () => pattern],
    ['everything', (number) => ({ account: [number] })],
  ])('and send %s are seen there by its rules, and cover nothing of that account itself', async (_, forwarded) => {
    const [m, a] = [nextNumber(), nextNumber()];
    const bus = `arn:aws:events:${REGION}:${a}:event-bus/central`;
    aws.put(m, {
      [REGION]: {
        cloudtrail: TRAIL,
        eventbridge: { buses: [{ Name: 'default', rules: [rule('forward', bus, forwarded(m))] }] },
      },
    });
    const account = await aws.connect(m);
    await aws.scan(account);
    const before = await techniqueOf(account, 'T1098.001');
    expect(before).toMatchObject({ status: 'uncovered', unverified: true });
    expect(before.matrix).toContain(`Connect ${a} to know.`);

    const queue = `arn:aws:sqs:${REGION}:${a}:alerts`;
    const central = (rules: EventRule[]) =>
      aws.put(a, {
        [REGION]: { cloudtrail: TRAIL, eventbridge: { buses: [{ Name: 'default' }, { Name: 'central', rules }] } },
      });
    central([rule('keys', queue)]);
    const admin = await aws.connect(a);
    await aws.scan(admin);
    expect(await techniqueOf(account, 'T1098.001')).toMatchObject({ status: 'covered', unverified: false });
    expect(await techniqueOf(admin, 'T1098.001')).toMatchObject({ status: 'uncovered', unverified: false });

    central([rule('other', queue, { source: ['aws.ec2'], detail: { eventName: ['StopInstances'] } })]);
    await aws.scan(admin);
    expect(await techniqueOf(account, 'T1098.001')).toMatchObject({ status: 'uncovered', unverified: false });
  });
});

describe('trails', () => {
  const filter = {
    filterName: 'keys',
    filterPattern: '{ ($.eventName = CreateAccessKey) && ($.eventSource = iam.amazonaws.com) }',
    metricTransformations: [
      { metricName: 'Keys', metricNamespace: 'CloudTrailMetrics', metricValue: '1', defaultValue: 0 },
    ],
  };
  const alarm = {
    AlarmName: 'keys-alarm',
    Namespace: 'CloudTrailMetrics',
    MetricName: 'Keys',
    Statistic: 'Sum' as const,
    Period: 300,
    EvaluationPeriods: 1,
    Threshold: 1,
    ComparisonOperator: 'GreaterThanOrEqualToThreshold' as const,
    ActionsEnabled: true,
    AlarmActions: ['arn:aws:sqs:us-east-1:1:alerts'],
    StateValue: 'OK' as const,
  };
  const watching = {
    logs: { logGroups: [{ logGroupName: 'central', metricFilters: [filter] }] },
    cloudwatch: { metricAlarms: [alarm] },
  } as RegionInventory;

  test('whose log group is in a region that is not scanned leave it unknown, and the answer names the region', async () => {
    const number = nextNumber();
    const trail = {
      Name: 'all',
      IsMultiRegionTrail: true,
      status: { IsLogging: true },
      CloudWatchLogsLogGroupArn: `arn:aws:logs:eu-west-1:${number}:log-group:central:*`,
    };
    aws.put(number, { [REGION]: { cloudtrail: { trails: [trail] } }, 'eu-west-1': watching });
    const narrow = await aws.connect(number, { regions: [REGION] });
    await aws.scan(narrow);
    const before = await techniqueOf(narrow, 'T1098.001');
    expect(before).toMatchObject({ status: 'uncovered', unverified: true });
    expect(before.matrix).toContain('Add the region eu-west-1');

    await aws.scans.api.http
      .patch(`/api/v1/public/accounts/${narrow.id}`)
      .set(aws.scans.user.key)
      .send({ regions: [REGION, 'eu-west-1'] })
      .expect(200);
    await aws.scan(narrow);
    expect(await techniqueOf(narrow, 'T1098.001')).toMatchObject({ status: 'covered', unverified: false });
  });

  test("of an organisation are read as far as a member may, and its log group's filters see the member", async () => {
    const [m, a] = [nextNumber(), nextNumber()];
    const trail = () => ({
      Name: 'organisation',
      TrailARN: `arn:aws:cloudtrail:${REGION}:${a}:trail/organisation`,
      IsMultiRegionTrail: true,
      IsOrganizationTrail: true,
      status: { IsLogging: true },
      CloudWatchLogsLogGroupArn: `arn:aws:logs:${REGION}:${a}:log-group:central:*`,
      advancedEventSelectors: [{ FieldSelectors: [{ Field: 'eventCategory', Equals: ['Management'] }] }],
      insightSelectors: [{ InsightType: 'ApiCallRateInsight' as const }],
    });
    aws.put(m, { [REGION]: { cloudtrail: { trails: [trail()] } } });
    const member = await aws.connect(m);
    const scan = await aws.scan(member);
    expect(scan).toMatchObject({ status: 'completed', errors: [] });
    expect(await techniqueOf(member, 'T1098.001')).toMatchObject({ status: 'uncovered', unverified: true });

    aws.put(a, { [REGION]: { ...watching, cloudtrail: { trails: [trail()] } } });
    const admin = await aws.connect(a);
    expect(await aws.scan(admin)).toMatchObject({ status: 'completed', errors: [] });
    expect(await techniqueOf(member, 'T1098.001')).toMatchObject({ status: 'covered', unverified: false });
    expect(await techniqueOf(admin, 'T1098.001')).toMatchObject({ status: 'covered', unverified: false });
  });
});
