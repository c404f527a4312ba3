import type { AccessAnalyzerInventory, InspectorInventory, MacieInventory } from '@tripline/aws-sample';
import { ACCOUNT, awsSamples, callCounts, REGION, verdicts } from './support/aws.js';

const start = awsSamples();

describe('IAM Access Analyzer', () => {
  type Analyzer = AccessAnalyzerInventory['analyzers'][number];
  const analyzer = (name: string, more: Partial<Analyzer> = {}): Analyzer => ({
    name,
    type: 'ACCOUNT',
    status: 'ACTIVE',
    ...more,
  });
  const withAnalyzers = (analyzers: Analyzer[]) => start({ regions: { [REGION]: { access_analyzer: { analyzers } } } });

  test('an analyzer tells whether it runs', async () => {
    const failed = (code: string) => analyzer(code, { status: 'FAILED', statusReason: { code } });
    const { read } = await withAnalyzers([
      analyzer('on'),
      analyzer('new', { status: 'CREATING' }),
      analyzer('off', { status: 'DISABLED' }),
      failed('SERVICE_LINKED_ROLE_CREATION_FAILED'),
      failed('ORGANIZATION_DELETED'),
    ]);
    const found = await read('access_analyzer');
    expect(verdicts(found)).toEqual({
      on: 'active',
      new: 'degraded/not_feeding',
      off: 'disabled/disabled',
      SERVICE_LINKED_ROLE_CREATION_FAILED: 'disabled/insufficient_permissions',
      ORGANIZATION_DELETED: 'disabled/disabled',
    });
    expect(found.at(-1)?.description).toBe('Looks for access from outside the account; AWS says: ORGANIZATION_DELETED');
  });

  test('only one that looks for access from outside tells techniques', async () => {
    const types = ['ACCOUNT', 'ORGANIZATION', 'ACCOUNT_UNUSED_ACCESS', 'ORGANIZATION_INTERNAL_ACCESS'];
    const { read } = await withAnalyzers(types.map((type) => analyzer(type, { type })));
    const service = { kind: 'service', service: 'access_analyzer' };
    expect((await read('access_analyzer')).map(({ subject }) => subject)).toEqual([
      service,
      service,
      { kind: 'none' },
      { kind: 'none' },
    ]);
  });

  test('a page for each 100', async () => {
    const { sample, read } = await withAnalyzers(Array.from({ length: 101 }, (_, n) => analyzer(`analyzer-${n}`)));
    expect(await read('access_analyzer')).toHaveLength(101);
    expect(callCounts(sample)).toEqual({ 'sts:AssumeRole': 2, 'access_analyzer:ListAnalyzers': 2 });
  });
});

describe('Macie', () => {
  type Job = NonNullable<MacieInventory['jobs']>[number];
  const job = (name: string, more: Partial<Job> = {}): Job => ({
    jobId: name,
    name,
    jobType: 'SCHEDULED',
    jobStatus: 'RUNNING',
    ...more,
  });
  const withMacie = (macie: MacieInventory) => start({ regions: { [REGION]: { macie } } });

  test('that is off is no detection and no error, at the price of one call', async () => {
    const { sample, read } = await start();
    expect(await read('macie')).toEqual([]);
    expect(callCounts(sample)).toEqual({ 'sts:AssumeRole': 2, 'macie:GetMacieSession': 1 });
  });

  test('that may not be read is an error, not one that is off', async () => {
    const { readUntilFailure } = await start({ faults: [{ kind: 'deny', service: 'macie' }] });
    const { given, error } = await readUntilFailure('macie');
    expect(given).toEqual([]);
    expect(error).toMatchObject({ service: 'macie', operation: 'GetMacieSession', kind: 'access_denied' });
  });

  test('tells whether it runs, and its jobs', async () => {
    const { read } = await withMacie({
      session: { status: 'ENABLED' },
      jobs: [
        job('weekly', { jobStatus: 'IDLE' }),
        job('now'),
        job('failing', { lastRunErrorStatus: { code: 'ERROR' } }),
        job('paused', { jobStatus: 'USER_PAUSED' }),
        job('over quota', { jobStatus: 'PAUSED' }),
        job('once', { jobType: 'ONE_TIME', jobStatus: 'COMPLETE' }),
        job('cancelled', { jobStatus: 'CANCELLED' }),
      ],
    });
    const found = await read('macie');
    expect(verdicts(found)).toEqual({
      Macie: 'active',
      weekly: 'active',
      now: 'active',
      failing: 'degraded/not_feeding',
      paused: 'disabled/suspended',
      'over quota': 'disabled/suspended',
      once: 'disabled/not_scheduled',
      cancelled: 'disabled/disabled',
    });
    expect(found.map(({ arn, managed, subject }) => [arn, managed, subject.kind]).slice(0, 2)).toEqual([
      [null, true, 'service'],
      [`arn:aws:macie2:${REGION}:${ACCOUNT}:classification-job/weekly`, false, 'none'],
    ]);
  });

  test('that is suspended suspends its jobs', async () => {
    const { read } = await withMacie({ session: { status: 'PAUSED' }, jobs: [job('weekly')] });
    const suspended = 'disabled/suspended';
    expect(verdicts(await read('macie'))).toEqual({ Macie: suspended, weekly: suspended });
  });

  test('a page for each 200 jobs', async () => {
    const { sample, read } = await withMacie({
      session: { status: 'ENABLED' },
      jobs: Array.from({ length: 201 }, (_, n) => job(`job-${n}`)),
    });
    expect(await read('macie')).toHaveLength(202);
    expect(callCounts(sample)).toEqual({
      'sts:AssumeRole': 2,
      'macie:GetMacieSession': 1,
      'macie:ListClassificationJobs': 2,
    });
  });
});

describe('Inspector', () => {
  type Filters = NonNullable<InspectorInventory['filters']>;
  const suppress = (criteria: Filters[number]['criteria'], name = 'rule'): Filters[number] => ({
    name,
    action: 'SUPPRESS',
    criteria,
  });
  const equals = (value: string) => [{ comparison: 'EQUALS', value }];
  const withInspector = (inspector: InspectorInventory) => start({ regions: { [REGION]: { inspector } } });

  test('that is off is no detection, at the price of one call', async () => {
    const { sample, read } = await start();
    expect(await read('inspector')).toEqual([]);
    expect(callCounts(sample)).toEqual({ 'sts:AssumeRole': 2, 'inspector:BatchGetAccountStatus': 1 });
  });

  test('is a detection for each kind of resource that it was switched on for', async () => {
    const { sample, read } = await withInspector({
      status: 'ENABLED',
      resources: { ec2: 'ENABLED', ecr: 'ENABLING', lambda: 'SUSPENDED', lambdaCode: 'DISABLING' },
    });
    const found = await read('inspector');
    expect(verdicts(found)).toEqual({
      'Inspector: EC2 instances': 'active',
      'Inspector: container images': 'degraded/not_feeding',
      'Inspector: packages of Lambda functions': 'disabled/suspended',
      'Inspector: code of Lambda functions': 'disabled/deleting',
    });
    expect(found[0]).toMatchObject({
      key: 'inspector:ec2',
      arn: null,
      subject: { kind: 'service', service: 'inspector' },
    });
    expect(callCounts(sample)).toEqual({
      'sts:AssumeRole': 2,
      'inspector:BatchGetAccountStatus': 1,
      'inspector:ListFilters': 1,
    });
  });

  test('that is suspended is not asked what it suppresses', async () => {
    const { sample, read } = await withInspector({ status: 'SUSPENDED', resources: { ec2: 'SUSPENDED' } });
    expect(verdicts(await read('inspector'))).toEqual({ 'Inspector: EC2 instances': 'disabled/suspended' });
    expect(callCounts(sample)['inspector:ListFilters']).toBeUndefined();
  });

  test.each<[string, Filters[number]['criteria'], string, string]>([
    ['of everything', {}, 'degraded/suppressed', 'degraded/suppressed'],
    ['of the whole account', { awsAccountId: equals(ACCOUNT) }, 'degraded/suppressed', 'degraded/suppressed'],
    ['of another account', { awsAccountId: equals('444455556666') }, 'active', 'active'],
    ['of instances', { resourceType: equals('AWS_EC2_INSTANCE') }, 'degraded/suppressed', 'active'],
    [
      'of all functions',
      { resourceType: [{ comparison: 'PREFIX', value: 'AWS_LAMBDA' }] },
      'active',
      'degraded/suppressed',
    ],
    ['of code in functions', { findingType: equals('CODE_VULNERABILITY') }, 'active', 'active'],
    ['of one instance', { resourceType: equals('AWS_EC2_INSTANCE'), resourceId: equals('i-1') }, 'active', 'active'],
    [
      'of all but instances',
      { resourceType: [{ comparison: 'NOT_EQUALS', value: 'AWS_EC2_INSTANCE' }] },
      'active',
      'active',
    ],
  ])('a suppression rule %s', async (_, criteria, instances, functions) => {
    const { read } = await withInspector({
      status: 'ENABLED',
      resources: { ec2: 'ENABLED', lambda: 'ENABLED' },
      filters: [suppress(criteria), { name: 'view', action: 'NONE', criteria: {} }],
    });
    expect(verdicts(await read('inspector'))).toEqual({
      'Inspector: EC2 instances': instances,
      'Inspector: packages of Lambda functions': functions,
    });
  });

  test.each([
    ['deny', 'unknown/insufficient_permissions'],
    ['reset', undefined],
  ] as const)('whose suppression rules cannot be read (%s)', async (kind, verdict) => {
    const { readUntilFailure } = await start({
      regions: { [REGION]: { inspector: { status: 'ENABLED', resources: { ec2: 'ENABLED', ecr: 'SUSPENDED' } } } },
      faults: [{ kind, operation: 'ListFilters' }],
    });
    const { given, error } = await readUntilFailure('inspector');
    expect(error.operation).toBe('ListFilters');
    expect(verdicts(given)).toEqual({
      ...(verdict !== undefined && { 'Inspector: EC2 instances': verdict }),
      'Inspector: container images': 'disabled/suspended',
    });
  });

  test('a page for each 100 suppression rules', async () => {
    const narrow = Array.from({ length: 100 }, (_, n) => suppress({ resourceId: equals(`i-${n}`) }, `rule-${n}`));
    const { sample, read } = await withInspector({
      status: 'ENABLED',
      resources: { ec2: 'ENABLED' },
      filters: [...narrow, suppress({}, 'last')],
    });
    expect(verdicts(await read('inspector'))).toEqual({ 'Inspector: EC2 instances': 'degraded/suppressed' });
    expect(callCounts(sample)['inspector:ListFilters']).toBe(2);
  });
});

test.each([
  ['access_analyzer', 'ListAnalyzers'],
  ['macie', 'GetMacieSession'],
  ['inspector', 'BatchGetAccountStatus'],
  ['securityhub', 'DescribeHub'],
  ['config', 'DescribeConfigRules'],
  ['cloudtrail', 'DescribeTrails'],
])('a service that hangs (%s) fails in time, is reported, and gives nothing', async (service, operation) => {
  const { readUntilFailure } = await start({ faults: [{ kind: 'hang', operation }], callSeconds: 1 });
  const { given, error } = await readUntilFailure(service);
  expect(given).toEqual([]);
  expect(error).toMatchObject({ service, operation, kind: 'timeout' });
});
