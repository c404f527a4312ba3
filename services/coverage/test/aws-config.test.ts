import type { ConfigInventory, ConfigRule, Fault } from '@tripline/aws-sample';
import { ACCOUNT, awsSamples, callCounts, REGION, verdicts } from './support/aws.js';

const start = awsSamples();
const recorder = { name: 'default', recordingGroup: { allSupported: true }, status: { recording: true } };
const rule = (name: string, more: Partial<ConfigRule> = {}): ConfigRule => ({
  ConfigRuleName: name,
  Source: { Owner: 'AWS', SourceIdentifier: 'INCOMING_SSH_DISABLED' },
  ConfigRuleState: 'ACTIVE',
  ...more,
});
const withConfig = (config: ConfigInventory, faults: readonly Fault[] = []) =>
  start({ regions: { [REGION]: { config } }, faults });

test('a managed rule is told by its identifier, a custom one is not', async () => {
  const { read } = await withConfig({
    recorders: [recorder],
    rules: [
      rule('ssh', { ConfigRuleId: 'config-rule-abc123', Description: 'No SSH from anywhere' }),
      rule('images', { Source: { Owner: 'CUSTOM_LAMBDA', SourceIdentifier: 'arn:aws:lambda:…' } }),
    ],
  });
  const [ssh, images] = await read('config');
  const arn = `arn:aws:config:${REGION}:${ACCOUNT}:config-rule/config-rule-abc123`;
  expect(ssh).toEqual({
    key: arn,
    type: 'config_rule',
    scope: REGION,
    name: 'ssh',
    arn,
    description: 'No SSH from anywhere',
    managed: true,
    status: 'active',
    statusReason: null,
    compliance: null,
    subject: { kind: 'config_rule', identifier: 'INCOMING_SSH_DISABLED' },
  });
  expect(images).toMatchObject({ managed: false, subject: { kind: 'config_rule', identifier: null } });
});

test('the result of a rule is read where the rule asks for a detection, and of no other', async () => {
  const asking = (name: string, compliance?: NonNullable<ConfigRule['compliance']>) =>
    rule(name, {
      Source: { Owner: 'AWS', SourceIdentifier: 'ALB_WAF_ENABLED' },
      ...(compliance !== undefined && { compliance }),
    });
  const { read, sample } = await withConfig({
    recorders: [recorder],
    rules: [
      asking('passes', 'COMPLIANT'),
      asking('fails', 'NON_COMPLIANT'),
      asking('has none'),
      rule('ssh', { compliance: 'NON_COMPLIANT' }),
    ],
  });
  const results = (await read('config')).map(({ name, compliance }) => [name, compliance]);
  expect(Object.fromEntries(results)).toEqual({ passes: 'passed', fails: 'failed', 'has none': null, ssh: null });
  expect(callCounts(sample)).toMatchObject({ 'config:DescribeComplianceByConfigRule': 1 });
});

test('a result that cannot be read leaves the rules as they are', async () => {
  const waf = rule('waf', { Source: { Owner: 'AWS', SourceIdentifier: 'ALB_WAF_ENABLED' }, compliance: 'COMPLIANT' });
  const { read } = await withConfig({ recorders: [recorder], rules: [waf] }, [
    { kind: 'deny', service: 'config', operation: 'DescribeComplianceByConfigRule' },
  ]);
  expect(await read('config')).toMatchObject([{ name: 'waf', status: 'active', compliance: null }]);
});

test.each<[string, NonNullable<ConfigInventory['recorders']>]>([
  ['no recorder', []],
  ['a stopped recorder', [{ ...recorder, status: { recording: false } }]],
  ["another service's recorder alone", [{ ...recorder, servicePrincipal: 'securityhub.amazonaws.com' }]],
])('with %s rules cannot fire, but for those that run by the clock', async (_, recorders) => {
  const { read } = await withConfig({
    recorders,
    rules: [rule('on change'), rule('daily', { MaximumExecutionFrequency: 'TwentyFour_Hours' })],
  });
  expect(verdicts(await read('config'))).toEqual({
    'on change': 'disabled/recorder_stopped',
    daily: 'degraded/recorder_stopped',
  });
});

test('a rule that is being deleted, or that only checks templates, cannot fire', async () => {
  const { read } = await withConfig({
    recorders: [recorder],
    rules: [
      rule('going', { ConfigRuleState: 'DELETING' }),
      rule('results going', { ConfigRuleState: 'DELETING_RESULTS' }),
      rule('evaluating', { ConfigRuleState: 'EVALUATING' }),
      rule('proactive', { EvaluationModes: [{ Mode: 'PROACTIVE' }] }),
      rule('both', { EvaluationModes: [{ Mode: 'PROACTIVE' }, { Mode: 'DETECTIVE' }] }),
    ],
  });
  expect(verdicts(await read('config'))).toEqual({
    going: 'disabled/deleting',
    'results going': 'active',
    evaluating: 'active',
    proactive: 'disabled/not_feeding',
    both: 'active',
  });
});

test('a recorder that fails feeds only in part', async () => {
  const { read } = await withConfig({
    recorders: [{ ...recorder, status: { recording: true, lastStatus: 'Failure' } }],
    rules: [rule('ssh')],
  });
  expect(verdicts(await read('config'))).toEqual({ ssh: 'degraded/not_feeding' });
});

test.each<[string, object, Record<string, string>]>([
  [
    'a list of types',
    { allSupported: false, resourceTypes: ['AWS::S3::Bucket'] },
    { bucket: 'active', user: 'disabled/not_feeding', both: 'degraded/not_feeding', any: 'active' },
  ],
  [
    'everything but some types',
    { exclusionByResourceTypes: { resourceTypes: ['AWS::S3::Bucket'] } },
    { bucket: 'disabled/not_feeding', user: 'active', both: 'degraded/not_feeding', any: 'active' },
  ],
  [
    'everything of the region',
    { allSupported: true, includeGlobalResourceTypes: false },
    { bucket: 'active', user: 'disabled/not_feeding', both: 'degraded/not_feeding', any: 'active' },
  ],
  [
    'everything',
    { allSupported: true, includeGlobalResourceTypes: true },
    { bucket: 'active', user: 'active', both: 'active', any: 'active' },
  ],
])('with a recorder of %s a rule sees only what is recorded', async (_, recordingGroup, expected) => {
  const of = (...types: string[]) => ({ Scope: { ComplianceResourceTypes: types } });
  const { read } = await withConfig({
    recorders: [{ ...recorder, recordingGroup }],
    rules: [
      rule('bucket', of('AWS::S3::Bucket')),
      rule('user', of('AWS::IAM::User')),
      rule('both', of('AWS::S3::Bucket', 'AWS::IAM::User')),
      rule('any'),
    ],
  });
  expect(verdicts(await read('config'))).toEqual(expected);
});

describe('rules of a conformance pack', () => {
  const pack = {
    recorders: [recorder],
    rules: [
      rule('keys-conformance-pack-k3f9xq2aa', { Description: 'Old keys' }),
      rule('mfa-conformance-pack-k3f9xq2aa'),
    ],
    conformancePacks: [{ ConformancePackName: 'identity', ConformancePackId: 'conformance-pack-k3f9xq2aa' }],
  };
  const descriptions = async (read: Promise<readonly { description?: string | null }[]>) =>
    (await read).map(({ description }) => description);

  test('name it', async () => {
    const { read } = await withConfig(pack);
    const expected = ['Of conformance pack identity: Old keys', 'Of conformance pack identity'];
    expect(await descriptions(read('config'))).toEqual(expected);
  });

  test.each([
    ['deny', ['keys-conformance-pack-k3f9xq2aa', 'mfa-conformance-pack-k3f9xq2aa']],
    // What comes and goes changes no detection.
    ['reset', []],
  ] as const)('are reported without its name when that cannot be read (%s)', async (kind, expected) => {
    const { readUntilFailure } = await withConfig(pack, [{ kind, operation: 'DescribeConformancePacks' }]);
    const { given, error } = await readUntilFailure('config');
    expect(error.operation).toBe('DescribeConformancePacks');
    expect(given.map(({ name }) => name)).toEqual(expected);
  });
});

test('what is read of a recorder that may not be read is unknown', async () => {
  const { readUntilFailure } = await withConfig({ recorders: [recorder], rules: [rule('ssh')] }, [
    { kind: 'deny', operation: 'DescribeConfigurationRecorderStatus' },
  ]);
  const { given, error } = await readUntilFailure('config');
  expect(error).toMatchObject({ operation: 'DescribeConfigurationRecorderStatus', kind: 'access_denied' });
  expect(verdicts(given)).toEqual({ ssh: 'unknown/insufficient_permissions' });
});

describe('calls', () => {
  const rules = Array.from({ length: 26 }, (_, n) => rule(`rule-${n}`));

  test('none but the listing where there is no rule', async () => {
    const { sample, read } = await start();
    expect(await read('config')).toEqual([]);
    expect(callCounts(sample)).toEqual({ 'sts:AssumeRole': 2, 'config:DescribeConfigRules': 1 });
  });

  test('a page for each 25 rules, and one for the recorder', async () => {
    const { sample, read } = await withConfig({ recorders: [recorder], rules });
    expect(await read('config')).toHaveLength(26);
    expect(callCounts(sample)).toEqual({
      'sts:AssumeRole': 2,
      'config:DescribeConfigRules': 2,
      'config:DescribeConfigurationRecorderStatus': 1,
    });
  });
});
