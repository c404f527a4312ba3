import {
  awsServiceMappings,
  configRuleMappings,
  covers,
  guardDutyFindings,
  mappingConfidence,
  securityHubControlMappings,
  technique,
} from '@tripline/attack';
import type { DetectionSubject } from '@tripline/coverage-service';
import { detected, eventPattern, logsQuery, mapped, metricFilter } from './support/mapped.js';

const guardDuty = (features: readonly string[], suppressed: readonly string[] = []) =>
  mapped({ kind: 'guardduty', features, suppressed });
const alarm = (patterns: readonly string[], namespace: string | null = null, metric: string | null = null) =>
  mapped({ kind: 'alarm', patterns, namespace, metric });

describe('a GuardDuty detector', () => {
  it('shows what the finding types of its enabled features show', () => {
    const foundational = detected(guardDuty(['FOUNDATIONAL']));
    // The word of a public source, which covers, goes before our own stronger reading, which does not.
    expect(foundational).toMatchObject({ 'T1685.002': 'partial', T1580: 'partial' });
    expect(foundational).not.toHaveProperty(['T1055']);
    expect(detected(guardDuty(['FOUNDATIONAL', 'RUNTIME_MONITORING']))).toHaveProperty(['T1055'], 'significant');
    expect(guardDuty([])).toEqual([]);
  });

  it('shows nothing of what a rule suppresses whole', () => {
    const miners = guardDutyFindings()
      .filter(({ mappings }) => mappings.some(({ techniqueId }) => techniqueId === 'T1496.001'))
      .map(({ type }) => type);
    expect(detected(guardDuty(['FOUNDATIONAL']))).toHaveProperty(['T1496.001']);
    expect(detected(guardDuty(['FOUNDATIONAL'], miners))).not.toHaveProperty(['T1496.001']);
  });

  it('with runtime monitoring of EKS alone shows what happens at run time, but not on ECS', () => {
    const eks = detected(guardDuty(['FOUNDATIONAL', 'EKS_RUNTIME_MONITORING']));
    expect(eks).toHaveProperty(['T1055'], 'significant');
    const evidence = guardDuty(['EKS_RUNTIME_MONITORING']).map((mapping) => mapping.evidence);
    expect(evidence.some((text) => text.includes('/CompromisedCluster'))).toBe(false);
  });

  it('names the finding type that shows a technique most surely', () => {
    const [stealth] = guardDuty(['FOUNDATIONAL']).filter(({ techniqueId }) => techniqueId === 'T1685.002');
    expect(stealth?.evidence).toMatch(/^GuardDuty finding /);
  });
});

describe('a check that asks for a detection to exist', () => {
  const control: DetectionSubject = { kind: 'securityhub_control', controlId: 'CloudWatch.1' };
  const firewall: DetectionSubject = { kind: 'config_rule', identifier: 'ALB_WAF_ENABLED' };

  it.each([control, firewall])('never covers, and detects nothing unless it passes', (subject) => {
    for (const compliance of ['failed', null] as const) {
      const shown = mapped(subject, { compliance });
      expect(shown.length).toBeGreaterThan(0);
      expect(detected(shown)).toEqual({});
      expect(shown.every(({ asks }) => asks === true)).toBe(true);
    }
    const passing = mapped(subject, { compliance: 'passed' });
    expect(new Set(Object.values(detected(passing)))).toEqual(new Set(['minimal']));
    expect(passing.some(covers)).toBe(false);
  });

  it('is none that fails when something appears that should not: that supports, and never covers', () => {
    const shown = mapped({ kind: 'config_rule', identifier: 'APPROVED_AMIS_BY_ID' }, { compliance: 'failed' });
    expect(detected(shown)).toMatchObject({ 'T1204.003': 'significant' });
    expect(shown.some(covers)).toBe(false);
  });
});

describe('what covers by itself', () => {
  it('is never our own judgement, whatever its strength', () => {
    const shown = mapped(eventPattern({ detail: { awsRegion: [{ 'anything-but': ['eu-west-1'] }] } }));
    expect(shown).toMatchObject([{ techniqueId: 'T1535', strength: 'significant', source: 'inferred' }]);
    expect(shown.some(covers)).toBe(false);
    expect(mapped({ kind: 'service', service: 'macie' }).some(covers)).toBe(false);
  });

  it.each([
    ['every sign-in', '{ $.eventName = "ConsoleLogin" }', false],
    ['sign-ins that fail', '{ $.eventName = "ConsoleLogin" && $.errorMessage = "Failed authentication" }', true],
    ['sign-ins without MFA', '{ $.eventName = "ConsoleLogin" && $.additionalEventData.MFAUsed != "Yes" }', true],
    ['sign-ins that succeed', '{ $.eventName = "ConsoleLogin" && $.responseElements.ConsoleLogin = "Success" }', false],
    ['every inline policy of a role', '{ $.eventName = "PutRolePolicy" }', false],
    ['those of one user', '{ $.eventName = "PutRolePolicy" && $.userIdentity.userName = "deploy" }', true],
    ['those of any user', '{ $.eventName = "PutRolePolicy" && $.userIdentity.userName = "*" }', false],
    ['those from elsewhere', '{ $.eventName = "PutRolePolicy" && $.sourceIPAddress != "10.1.2.3" }', true],
    [
      'one of two narrowed',
      '{ ($.eventName = "PutRolePolicy" && $.sourceIPAddress != "10.1.2.3") || ($.eventName = "PutRolePolicy") }',
      false,
    ],
    ['every instance', '{ $.eventName = "RunInstances" && $.eventSource = "ec2.amazonaws.com" }', false],
    [
      'instances of one type',
      '{ $.eventName = "RunInstances" && $.requestParameters.instanceType = "p4d.24xlarge" }',
      true,
    ],
    ['every bucket policy', '{ $.eventName = "PutBucketPolicy" }', false],
    ['a trail that stops', '{ $.eventName = "StopLogging" }', true],
    ['every call that lists', '{ $.eventName = "ListBuckets" }', false],
  ])('is an event that ordinary work makes only where the pattern narrows it: %s', (_, pattern, expected) => {
    expect(mapped(metricFilter(pattern)).some(covers)).toBe(expected);
  });

  it('is told of the same narrowing on an event bus', () => {
    const narrowed = { eventName: ['ConsoleLogin'], additionalEventData: { MFAUsed: ['No'] } };
    expect(mapped(eventPattern({ detail: { eventName: ['ConsoleLogin'] } })).some(covers)).toBe(false);
    expect(mapped(eventPattern({ detail: narrowed })).some(covers)).toBe(true);
  });
});

describe('a detection of AWS’s own', () => {
  it('shows what its rule, control or service is mapped to', () => {
    const sorted = (mappings: ReturnType<typeof mapped>) =>
      [...mappings].sort((a, b) => (`${a.techniqueId} ${a.category}` < `${b.techniqueId} ${b.category}` ? -1 : 1));
    expect(mapped({ kind: 'config_rule', identifier: 'ACCESS_KEYS_ROTATED' })).toEqual(
      sorted(configRuleMappings('ACCESS_KEYS_ROTATED')),
    );
    expect(mapped({ kind: 'securityhub_control', controlId: 'EC2.8' })).toEqual(
      sorted(securityHubControlMappings('EC2.8')),
    );
    expect(mapped({ kind: 'service', service: 'macie' })).toEqual(sorted(awsServiceMappings('macie')));
  });

  it.each<DetectionSubject>([
    { kind: 'config_rule', identifier: null },
    { kind: 'config_rule', identifier: 'NO_SUCH_RULE' },
    { kind: 'securityhub_control', controlId: 'Nothing.1' },
    { kind: 'service', service: 'lambda' },
    { kind: 'none' },
    { kind: 'fed_by', subjects: [] },
  ])('that nothing is known of shows nothing: %j', (subject) => {
    expect(mapped(subject)).toEqual([]);
  });

  it.each(['no such service', 'constructor', 'cloudtrail_insights'])(
    'of the service "%s", which nobody declared, is a fault and not silence',
    (service) => {
      expect(() => mapped({ kind: 'service', service })).toThrow(`No AWS service is declared as "${service}"`);
    },
  );
});

describe('a CloudWatch alarm', () => {
  it('shows what the filters behind its metric watch for', () => {
    const patterns = ['{ $.eventName = "StopLogging" }', '{ $.eventName = "CreateUser" }'];
    expect(detected(alarm(patterns, 'Audit', 'Changes'))).toMatchObject({
      'T1685.002': 'significant',
      'T1136.003': 'significant',
    });
    expect(alarm([], 'Audit', 'Changes')).toEqual([]);
  });

  it.each([
    ['AWS/Billing', 'EstimatedCharges', 'T1496.001'],
    ['AWS/DDoSProtection', 'DDoSDetected', 'T1498.001'],
    ['AWS/WAFV2', 'BlockedRequests', 'T1190'],
    ['AWS/SNS', 'SMSMonthToDateSpentUSD', 'T1496.003'],
  ])('on %s %s shows %s by our own judgement', (namespace, metric, techniqueId) => {
    const [row] = alarm([], namespace, metric).filter((mapping) => mapping.techniqueId === techniqueId);
    expect(row).toMatchObject({ source: 'inferred', evidence: `metric ${metric} of ${namespace}` });
  });

  it.each([
    ['AWS/SQS', 'NumberOfMessagesSent'],
    ['AWS/EC2', 'CPUUtilization'],
    ['AWS/Billing', 'constructor'],
    ['__proto__', 'toString'],
    ['Billing', 'EstimatedCharges'],
  ])('on %s %s shows nothing', (namespace, metric) => {
    expect(alarm([], namespace, metric)).toEqual([]);
  });
});

describe('a rule whose author named techniques', () => {
  const tagged = (...techniques: string[]) => mapped({ kind: 'tagged', techniques });

  it('shows them, retired ones by their successors', () => {
    expect(detected(tagged('attack.t1136.003', 'T1530', ' t1562.008'))).toEqual({
      'T1136.003': 'significant',
      T1530: 'significant',
      'T1685.002': 'significant',
    });
    expect(tagged('T1530')[0]).toMatchObject({ source: 'sigma', category: 'detect', evidence: 'tag T1530' });
  });

  it('shows nothing for tags of tactics, and for techniques that never were', () => {
    expect(tagged('attack.persistence', 'T0000', 'T99999', '', 'cve.2021-44228')).toEqual([]);
  });
});

describe('a detection that others feed', () => {
  const rule = eventPattern({ detail: { eventName: ['StopLogging'] } });
  const nest = (depth: number): DetectionSubject =>
    depth === 0 ? rule : { kind: 'fed_by', subjects: [nest(depth - 1)] };

  it('shows what all of them show, each technique as surely as the surest', () => {
    const loose = eventPattern({ detail: { eventName: [{ prefix: 'Stop' }] } });
    const filter = metricFilter('{ $.eventName = "CreateUser" }');
    expect(detected(mapped({ kind: 'fed_by', subjects: [loose, rule, filter] }))).toMatchObject({
      'T1685.002': 'significant',
      'T1136.003': 'significant',
    });
  });

  it('is followed four steps back and no further', () => {
    expect(mapped(nest(4))).toEqual(mapped(rule));
    expect(mapped(nest(5))).toEqual([]);
    expect(mapped(nest(2_000))).toEqual([]);
  });
});

describe('the techniques of a detection', () => {
  const subjects: readonly DetectionSubject[] = [
    { kind: 'guardduty', features: ['FOUNDATIONAL', 'RUNTIME_MONITORING', 'S3_DATA_EVENTS'], suppressed: [] },
    eventPattern({ source: ['aws.iam', 'aws.ec2', 'aws.guardduty', 'aws.securityhub', 'aws.health', 'aws.s3'] }),
    eventPattern({ detail: { eventName: [{ prefix: 'Create' }, { prefix: 'Delete' }] } }, true),
    metricFilter('{ $.eventName = "*e*" || $.errorCode = "AccessDenied" || $.userIdentity.type = "Root" }'),
    logsQuery('filter eventName like /[Uu]ser/ or action = "REJECT" or objectRef.resource in ["secrets", "pods"]'),
    ...['AWS/Billing', 'AWS/Usage', 'AWS/EC2', 'AWS/S3', 'AWS/Lambda'].map(
      (namespace): DetectionSubject => ({ kind: 'alarm', patterns: [], namespace, metric: 'CPUUtilization' }),
    ),
    { kind: 'service', service: 'config' },
  ];

  it('are current ones, each once per category, in order of id and category', () => {
    for (const subject of subjects) {
      const mappings = mapped(subject);
      const keys = mappings.map(({ techniqueId, category }) => `${techniqueId} ${category}`);
      expect(keys).toEqual([...new Set(keys)].sort());
      for (const mapping of mappings) {
        expect([mapping.evidence, technique(mapping.techniqueId)?.id]).toEqual([mapping.evidence, mapping.techniqueId]);
        expect(mappingConfidence(mapping)).toBeGreaterThan(0);
        expect(mapping.evidence).not.toBe('');
      }
    }
  });

  it('are the same whenever they are asked for', () => {
    for (const subject of subjects) {
      const first = mapped(subject);
      expect(mapped(structuredClone(subject))).toEqual(first);
    }
  });
});
