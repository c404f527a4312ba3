import type { ConfigurationRecorder, Fault, SecurityControl, SecurityHubInventory } from '@tripline/aws-sample';
import { ACCOUNT, awsSamples, callCounts, REGION, verdicts } from './support/aws.js';

const start = awsSamples();
const FSBP = `arn:aws:securityhub:${REGION}::standards/aws-foundational-security-best-practices/v/1.0.0`;
const CIS = 'arn:aws:securityhub:::ruleset/cis-aws-foundations-benchmark/v/1.2.0';
const standard = (arn = FSBP, status: 'READY' | 'PENDING' | 'FAILED' | 'DELETING' | 'INCOMPLETE' = 'READY') => ({
  StandardsArn: arn,
  Name: 'A standard',
  StandardsStatus: status,
});
const control = (
  id: string,
  states: Record<string, 'ENABLED' | 'DISABLED'> = { [FSBP]: 'ENABLED' },
): SecurityControl => ({
  SecurityControlId: id,
  Title: `Title of ${id}`,
  SeverityRating: 'HIGH',
  associations: Object.entries(states).map(([StandardsArn, AssociationStatus]) => ({
    StandardsArn,
    AssociationStatus,
  })),
});
const recorder = (recording: boolean): ConfigurationRecorder => ({ name: 'default', status: { recording } });
const withHub = (securityhub: SecurityHubInventory, faults: readonly Fault[] = [], recorders = [recorder(true)]) =>
  start({ regions: { [REGION]: { securityhub, config: { recorders } } }, faults });
const CONTROLS = 'DescribeStandardsControls';

test('a hub that is off is no detection and no error, at the price of one call', async () => {
  const { sample, read } = await start();
  expect(await read('securityhub')).toEqual([]);
  expect(callCounts(sample)).toEqual({ 'sts:AssumeRole': 2, 'securityhub:DescribeHub': 1 });
});

test("the hub, its standards, their controls and the customer's insights are found", async () => {
  const insight = (arn: string) => ({ InsightArn: arn, Name: 'Exposed', Filters: {}, GroupByAttribute: 'ResourceId' });
  const { read } = await withHub({
    standards: [standard(), { StandardsArn: CIS, Name: 'Not switched on' }],
    controls: [control('IAM.4')],
    insights: [
      insight(`arn:aws:securityhub:${REGION}:${ACCOUNT}:insight/${ACCOUNT}/custom/a1`),
      insight(`arn:aws:securityhub:::insight/securityhub/default/1`),
    ],
  });
  const found = await read('securityhub');
  expect(found.map(({ type, name, arn, managed }) => ({ type, name, arn, managed }))).toEqual([
    {
      type: 'securityhub',
      name: 'Security Hub',
      arn: `arn:aws:securityhub:${REGION}:${ACCOUNT}:hub/default`,
      managed: true,
    },
    {
      type: 'securityhub_insight',
      name: 'Exposed',
      arn: `arn:aws:securityhub:${REGION}:${ACCOUNT}:insight/${ACCOUNT}/custom/a1`,
      managed: false,
    },
    {
      type: 'securityhub_standard',
      name: 'aws-foundational-security-best-practices v1.0.0',
      arn: `arn:aws:securityhub:${REGION}:${ACCOUNT}:subscription/aws-foundational-security-best-practices/v/1.0.0`,
      managed: true,
    },
    {
      type: 'securityhub_control',
      name: 'IAM.4: Title of IAM.4',
      arn: `arn:aws:securityhub:${REGION}:${ACCOUNT}:security-control/IAM.4`,
      managed: true,
    },
  ]);
  expect(found.every(({ status, statusReason }) => status === 'active' && statusReason === null)).toBe(true);
  expect(found.at(-1)?.subject).toEqual({ kind: 'securityhub_control', controlId: 'IAM.4' });
});

test('the result of a control is read where the control asks for a detection, and of no other', async () => {
  const { read, sample } = await withHub({
    standards: [standard()],
    controls: [
      { ...control('CloudWatch.1'), compliance: 'FAILED' },
      { ...control('CloudWatch.4'), compliance: 'PASSED' },
      control('CloudWatch.5'),
      { ...control('IAM.4'), compliance: 'FAILED' },
    ],
  });
  const controls = (await read('securityhub')).filter(({ type }) => type === 'securityhub_control');
  const results = controls.map(({ subject, compliance }) => [
    subject.kind === 'securityhub_control' && subject.controlId,
    compliance,
  ]);
  expect(Object.fromEntries(results)).toEqual({
    'CloudWatch.1': 'failed',
    'CloudWatch.4': 'passed',
    'CloudWatch.5': null,
    'IAM.4': null,
  });
  expect(callCounts(sample)).toMatchObject({ 'securityhub:GetFindings': 1 });
});

test.each([
  ['READY', undefined, 'active', 'active'],
  ['PENDING', undefined, 'degraded/not_feeding', 'degraded/not_feeding'],
  ['INCOMPLETE', 'INTERNAL_ERROR', 'degraded/not_feeding', 'degraded/not_feeding'],
  ['INCOMPLETE', 'NO_AVAILABLE_CONFIGURATION_RECORDER', 'degraded/recorder_stopped', 'degraded/recorder_stopped'],
  ['FAILED', 'NO_AVAILABLE_CONFIGURATION_RECORDER', 'disabled/recorder_stopped', 'disabled/recorder_stopped'],
  ['FAILED', 'INTERNAL_ERROR', 'disabled/disabled', 'disabled/disabled'],
  ['DELETING', undefined, 'disabled/deleting', undefined],
] as const)('a standard that is %s (%s) is %s, its controls %s', async (status, code, own, ofControl) => {
  const reason = code === undefined ? {} : { StandardsStatusReason: { StatusReasonCode: code } };
  const { read } = await withHub({
    standards: [{ ...standard(FSBP, status), ...reason }],
    controls: [control('IAM.4')],
  });
  const told = verdicts(await read('securityhub'));
  expect(told['aws-foundational-security-best-practices v1.0.0']).toBe(own);
  expect(told['IAM.4: Title of IAM.4']).toBe(ofControl);
});

test('a control is found once, and checked if any standard that works checks it', async () => {
  const { read } = await withHub({
    standards: [standard(FSBP), standard(CIS, 'INCOMPLETE')],
    controls: [
      control('A.1', { [FSBP]: 'ENABLED', [CIS]: 'DISABLED' }),
      control('B.1', { [FSBP]: 'DISABLED', [CIS]: 'ENABLED' }),
      control('C.1', { [FSBP]: 'DISABLED', [CIS]: 'DISABLED' }),
      control('D.1', { [FSBP]: 'ENABLED', [CIS]: 'ENABLED' }),
    ],
  });
  const controls = (await read('securityhub')).filter(({ type }) => type === 'securityhub_control');
  expect(controls).toHaveLength(4);
  expect(verdicts(controls)).toEqual({
    'A.1: Title of A.1': 'active',
    'B.1: Title of B.1': 'degraded/not_feeding',
    'C.1: Title of C.1': 'disabled/disabled',
    'D.1: Title of D.1': 'active',
  });
});

test('a control under the id of an old standard is known by its own', async () => {
  const { read } = await withHub({
    standards: [standard(FSBP), standard(CIS)],
    controls: [
      control('IAM.4'),
      {
        ...control('CIS.1.12', { [CIS]: 'ENABLED' }),
        RemediationUrl: 'https://docs.aws.amazon.com/console/securityhub/IAM.4/remediation',
      },
      control('CIS.3.1', { [CIS]: 'ENABLED' }),
    ],
  });
  const controls = (await read('securityhub')).filter(({ type }) => type === 'securityhub_control');
  expect(controls.map(({ subject }) => subject)).toEqual([
    { kind: 'securityhub_control', controlId: 'IAM.4' },
    { kind: 'securityhub_control', controlId: 'CIS.3.1' },
  ]);
});

test.each([
  ['stopped', [recorder(false)], [], 'degraded/recorder_stopped'],
  // Security Hub says itself that there is none.
  ['missing', [], [], 'active'],
  ['unreadable', [recorder(false)], [{ kind: 'deny', service: 'config' }], 'active'],
] as const)(
  'with a recorder that is %s the controls of a working standard are %4$s',
  async (_, recorders, faults, verdict) => {
    const { read } = await withHub({ standards: [standard()], controls: [control('IAM.4')] }, faults, [...recorders]);
    expect(verdicts(await read('securityhub'))['IAM.4: Title of IAM.4']).toBe(verdict);
  },
);

describe('what cannot be read', () => {
  const two = {
    standards: [standard(FSBP), standard(CIS)],
    controls: [control('A.1', { [FSBP]: 'ENABLED' }), control('B.1', { [FSBP]: 'DISABLED', [CIS]: 'ENABLED' })],
  };

  test('insights leave the rest as it is', async () => {
    const { readUntilFailure } = await withHub(two, [{ kind: 'deny', operation: 'GetInsights' }]);
    const { given, error } = await readUntilFailure('securityhub');
    expect(error).toMatchObject({ operation: 'GetInsights', kind: 'access_denied' });
    expect(given).toHaveLength(5);
  });

  test('standards leave the hub and the insights', async () => {
    const { readUntilFailure } = await withHub(two, [{ kind: 'deny', operation: 'GetEnabledStandards' }]);
    const { given, error } = await readUntilFailure('securityhub');
    expect(error.operation).toBe('GetEnabledStandards');
    expect(given.map(({ type }) => type)).toEqual(['securityhub']);
  });

  test('the controls of one standard leave those that another is known to check', async () => {
    const { readUntilFailure } = await withHub(two, [{ kind: 'deny', operation: CONTROLS, skip: 1 }]);
    const { given, error } = await readUntilFailure('securityhub');
    expect(error.operation).toBe(CONTROLS);
    const names = given.filter(({ type }) => type === 'securityhub_control').map(({ name }) => name);
    expect([['A.1: Title of A.1'], ['B.1: Title of B.1']]).toContainEqual(names);
  });
});

test('calls: a page for each 100 controls of a standard, none for a single control', async () => {
  const { sample, read } = await withHub({
    standards: [standard(FSBP), standard(CIS)],
    controls: Array.from({ length: 201 }, (_, n) =>
      control(`EC2.${n + 1}`, n < 50 ? { [FSBP]: 'ENABLED', [CIS]: 'ENABLED' } : { [FSBP]: 'ENABLED' }),
    ),
    insights: Array.from({ length: 101 }, (_, n) => ({
      InsightArn: `arn:aws:securityhub:${REGION}:${ACCOUNT}:insight/${ACCOUNT}/custom/${n}`,
      Name: `insight ${n}`,
      Filters: {},
      GroupByAttribute: 'ResourceId',
    })),
  });
  expect(await read('securityhub')).toHaveLength(1 + 2 + 201 + 101);
  expect(callCounts(sample)).toEqual({
    'sts:AssumeRole': 2,
    'securityhub:DescribeHub': 1,
    'securityhub:GetEnabledStandards': 1,
    [`securityhub:${CONTROLS}`]: 3 + 1,
    'securityhub:GetInsights': 2,
    'config:DescribeConfigurationRecorderStatus': 1,
  });
});
