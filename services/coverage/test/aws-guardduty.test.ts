import { guardDutyFindings } from '@tripline/attack';
import type {
  CustomDetectionRule,
  EventRule,
  GuardDutyDetector,
  GuardDutyFilter,
  RegionInventory,
} from '@tripline/aws-sample';
import { awsSamples, callCounts, REGION, verdicts } from './support/aws.js';

const start = awsSamples();
const ID = 'a1b2c3d4e5f60718293a4b5c6d7e8f90';
const detector = (more: Partial<GuardDutyDetector> = {}): GuardDutyDetector => ({
  detectorId: ID,
  status: 'ENABLED',
  features: [
    { name: 'CLOUD_TRAIL', status: 'ENABLED' },
    { name: 'S3_DATA_EVENTS', status: 'ENABLED' },
    { name: 'RUNTIME_MONITORING', status: 'DISABLED' },
  ],
  ...more,
});
const filter = (
  name: string,
  criterion: GuardDutyFilter['findingCriteria']['criterion'],
  action: GuardDutyFilter['action'] = 'ARCHIVE',
): GuardDutyFilter => ({ name, action, findingCriteria: { criterion } });
const HUB = { products: [`arn:aws:securityhub:${REGION}:111122223333:product-subscription/aws/guardduty`] };
/** GuardDuty whose findings Security Hub takes. */
const inRegion = (guardduty: object) => ({ regions: { [REGION]: { guardduty, securityhub: HUB } } });

test('a detector is found with its features', async () => {
  const { sample, read } = await start(inRegion({ detectors: [detector()] }));
  const arn = `arn:aws:guardduty:us-east-1:111122223333:detector/${ID}`;
  expect(await read('guardduty')).toEqual([
    {
      key: arn,
      type: 'guardduty_detector',
      scope: REGION,
      name: `GuardDuty detector ${ID}`,
      arn,
      description: 'Threat detection on foundational data sources, CLOUD_TRAIL, S3_DATA_EVENTS',
      managed: true,
      status: 'active',
      statusReason: null,
      subject: { kind: 'guardduty', features: ['FOUNDATIONAL', 'CLOUD_TRAIL', 'S3_DATA_EVENTS'], suppressed: [] },
      hears: ['guardduty:us-east-1'],
    },
  ]);
  expect(callCounts(sample)).toEqual({
    'sts:AssumeRole': 2,
    'guardduty:ListDetectors': 1,
    'guardduty:GetDetector': 1,
    'guardduty:ListFilters': 1,
    'guardduty:ListCustomDetectionRules': 1,
    'eventbridge:ListEventBuses': 1,
    'eventbridge:ListRules': 1,
    'securityhub:ListEnabledProductsForImport': 1,
  });
});

describe('whether anybody gets the findings', () => {
  const rule = (EventPattern: object, more: Partial<EventRule> = {}): EventRule => ({
    Name: 'findings',
    EventPattern: JSON.stringify(EventPattern),
    State: 'ENABLED',
    targets: [{ Id: '1', Arn: 'arn:aws:sns:us-east-1:111122223333:security' }],
    ...more,
  });
  const FINDINGS = { source: ['aws.guardduty'], 'detail-type': ['GuardDuty Finding'] };
  const exported = (status: 'PUBLISHING' | 'STOPPED') => ({
    publishingDestinations: [{ destinationId: 'd1', destinationType: 'S3' as const, status }],
  });

  const takenBy = (...rules: EventRule[]) => ({ eventbridge: { buses: [{ Name: 'default', rules }] } });
  const NOBODY = 'degraded/no_consumer';

  test.each<[string, string, Partial<GuardDutyDetector>, RegionInventory]>([
    ['nobody', NOBODY, {}, {}],
    ['a rule with a target', 'active/null', {}, takenBy(rule(FINDINGS))],
    ['a rule on grave ones', 'active/some_unheard', {}, takenBy(rule({ ...FINDINGS, detail: { severity: [7] } }))],
    ['a rule without a target', NOBODY, {}, takenBy(rule(FINDINGS, { targets: [] }))],
    ['a disabled rule', NOBODY, {}, takenBy(rule(FINDINGS, { State: 'DISABLED' }))],
    ['a rule on something else', NOBODY, {}, takenBy(rule({ source: ['aws.ec2'] }))],
    ['Security Hub', 'active/null', {}, { securityhub: HUB }],
    ['a hub that does not import them', NOBODY, {}, { securityhub: {} }],
    ['a bucket', 'active/null', exported('PUBLISHING'), {}],
    ['a bucket no longer', NOBODY, exported('STOPPED'), {}],
  ])('%s: %s', async (_, expected, more, others) => {
    const { read } = await start({ regions: { [REGION]: { guardduty: { detectors: [detector(more)] }, ...others } } });
    const [found] = await read('guardduty');
    expect(`${found?.status}/${String(found?.statusReason)}`).toBe(expected);
  });

  test('is not known while what may take them cannot be read', async () => {
    const { read } = await start({
      regions: { [REGION]: { guardduty: { detectors: [detector()] } } },
      faults: [{ kind: 'deny', service: 'eventbridge' }],
    });
    expect(verdicts(await read('guardduty'))).toEqual({
      [`GuardDuty detector ${ID}`]: 'unknown/dependency_unreadable',
    });
  });
});

test('a region without a detector takes one call', async () => {
  const { sample, read } = await start();
  expect(await read('guardduty')).toEqual([]);
  expect(callCounts(sample)).toEqual({ 'sts:AssumeRole': 2, 'guardduty:ListDetectors': 1 });
});

test('a suspended detector is disabled, and its custom rules with it', async () => {
  const rule: CustomDetectionRule = {
    ruleId: 'r1',
    name: 'snapshots',
    severity: 'HIGH',
    dataSource: 'CloudTrailManagementEvent',
    technique: 'T1537',
    definition: { expression: '' },
  };
  const { read } = await start(
    inRegion({
      detectors: [detector({ status: 'DISABLED' })],
      customDetectionRules: [rule],
      customDetectionRuleAssociations: [{ associationId: 'a1', ruleId: 'r1', mode: 'LIVE' }],
    }),
  );
  expect(verdicts(await read('guardduty'))).toEqual({
    [`GuardDuty detector ${ID}`]: 'disabled/suspended',
    snapshots: 'disabled/suspended',
  });
});

describe('suppression rules', () => {
  const suppressedBy = async (...filters: GuardDutyFilter[]) => {
    const { read } = await start(inRegion({ detectors: [detector({ filters })] }));
    const [found] = await read('guardduty');
    return {
      verdict: found && `${found.status}/${String(found.statusReason)}`,
      types: found?.subject.kind === 'guardduty' ? found.subject.suppressed : undefined,
    };
  };

  test('that archive finding types take them away whole, however many pages they fill', async () => {
    const types = guardDutyFindings().flatMap(({ feature, type }) => (feature === 'FOUNDATIONAL' ? type : []));
    expect(types.length).toBeGreaterThan(60);
    const found = await suppressedBy(...types.map((type, n) => filter(`f${n}`, { type: { eq: [type] } })));
    expect(found).toEqual({ verdict: 'active/suppressed', types });
  });

  test.each([
    ['only mark findings', filter('f', { type: { equals: ['Recon:EC2/Portscan'] } }, 'NOOP')],
    ['have a further criterion', filter('f', { type: { equals: ['Recon:EC2/Portscan'] }, severity: { gte: 7 } })],
    ['go by something else', filter('f', { 'resource.instanceDetails.instanceId': { equals: ['i-1'] } })],
  ])('that %s take nothing away', async (_, one) => {
    expect(await suppressedBy(one)).toEqual({ verdict: 'active/null', types: [] });
  });

  test('count the criterion that the console adds as none', async () => {
    const criterion = { type: { equals: ['Recon:EC2/Portscan'] }, 'service.archived': { equals: ['false'] } };
    expect(await suppressedBy(filter('f', criterion))).toEqual({
      verdict: 'active/suppressed',
      types: ['Recon:EC2/Portscan'],
    });
  });

  test('with wildcards take away every known type they stand for', async () => {
    const { types = [] } = await suppressedBy(
      filter('f', { type: { matches: ['CryptoCurrency:*', '*:EC2/Portscan'] } }),
    );
    expect(types).toContain('Recon:EC2/Portscan');
    expect(types).toContain('CryptoCurrency:EC2/BitcoinTool.B');
    expect(types.filter((type) => !/^CryptoCurrency:|^Recon:EC2\/Portscan$/.test(type))).toEqual([]);
  });

  test('for all types but some leave those', async () => {
    const { types = [] } = await suppressedBy(filter('f', { type: { notEquals: ['Recon:EC2/Portscan'] } }));
    expect(types.length).toBeGreaterThan(50);
    expect(types).not.toContain('Recon:EC2/Portscan');
  });

  test('without a criterion make the detector degraded', async () => {
    expect((await suppressedBy(filter('f', {}))).verdict).toBe('degraded/suppressed');
  });
});

test('custom rules run live, dry or not at all, over several pages', async () => {
  const rules = Array.from({ length: 55 }, (_, n) => ({
    ruleId: `r${n}`,
    name: `rule-${n}`,
    severity: 'HIGH' as const,
    dataSource: 'CloudTrailManagementEvent' as const,
    technique: n === 0 ? 'T1078.004 Cloud Accounts' : 'none',
    definition: { expression: '' },
  }));
  const { sample, read } = await start(
    inRegion({
      detectors: [detector()],
      customDetectionRules: rules,
      customDetectionRuleAssociations: [
        { associationId: 'a0', ruleId: 'r0', mode: 'LIVE' },
        { associationId: 'a1', ruleId: 'r1', mode: 'DRY_RUN' },
        { associationId: 'a2', ruleId: 'r2', mode: 'LIVE', expiresAt: '2020-01-01T00:00:00Z' },
        { associationId: 'a3', ruleId: 'r1', mode: 'DRY_RUN' },
      ],
    }),
  );
  const custom = (await read('guardduty')).filter(({ type }) => type === 'guardduty_custom_rule');
  expect(custom).toHaveLength(55);
  expect(verdicts(custom)).toMatchObject({
    'rule-0': 'active',
    'rule-1': 'degraded/dry_run',
    'rule-2': 'disabled/disabled',
    'rule-54': 'disabled/disabled',
  });
  expect(custom[0]).toMatchObject({ managed: false, subject: { kind: 'tagged', techniques: ['T1078.004'] } });
  expect(custom[1]?.subject).toEqual({ kind: 'none' });
  expect(callCounts(sample)).toMatchObject({
    'guardduty:ListCustomDetectionRules': 2,
    'guardduty:ListCustomDetectionRuleAssociations': 1,
  });
});

test('a detector that may not be read is shown as unknown, and the cell as unread', async () => {
  const { readUntilFailure } = await start({
    ...inRegion({ detectors: [detector()] }),
    faults: [{ kind: 'deny', operation: 'GetDetector' }],
  });
  const { given, error } = await readUntilFailure('guardduty');
  expect(verdicts(given)).toEqual({ [`GuardDuty detector ${ID}`]: 'unknown/insufficient_permissions' });
  expect(error).toMatchObject({ operation: 'GetDetector', kind: 'access_denied' });
});
