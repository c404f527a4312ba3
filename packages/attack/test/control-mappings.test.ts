import { readFileSync } from 'node:fs';
import {
  type AwsServiceControl,
  awsEvents,
  awsServiceMappings,
  awsTechniques,
  type ControlMapping,
  configRuleMappings,
  covers,
  guardDutyFindings,
  type MappingSource,
  type MappingStrength,
  mappingConfidence,
  securityHubControlMappings,
  technique,
} from '@tripline/attack';

const STRENGTHS: readonly MappingStrength[] = ['minimal', 'partial', 'significant'];
const SOURCES: readonly MappingSource[] = ['vendor', 'ctid', 'event_map', 'sigma', 'inferred'];
const SERVICES: readonly AwsServiceControl[] = [
  'guardduty',
  'macie',
  'inspector',
  'access_analyzer',
  'cloudtrail_insights',
  'security_hub',
  'config',
  'cloudtrail',
];

const shipped = (name: string): object => JSON.parse(readFileSync(new URL(`../data/${name}`, import.meta.url), 'utf8'));

const of = (mappings: readonly ControlMapping[], techniqueId: string): ControlMapping | undefined =>
  mappings.find((mapping) => mapping.techniqueId === techniqueId);

const finding = (type: string) => {
  const found = guardDutyFindings().find((entry) => entry.type === type);
  if (found === undefined) throw new Error(`no finding type ${type}`);
  return found;
};

describe('the confidence of a mapping', () => {
  it.each([
    ['significant', 'ctid', 0.9],
    ['significant', 'vendor', 0.9],
    ['significant', 'event_map', 0.81],
    ['significant', 'sigma', 0.81],
    ['significant', 'inferred', 0.63],
    ['partial', 'ctid', 0.6],
    ['partial', 'event_map', 0.54],
    ['partial', 'inferred', 0.42],
    ['minimal', 'vendor', 0.3],
    ['minimal', 'sigma', 0.27],
    ['minimal', 'inferred', 0.21],
  ] as const)('%s said by %s is %d', (strength, source, confidence) => {
    expect(mappingConfidence({ strength, source })).toBe(confidence);
  });
});

describe('all shipped mappings', () => {
  const rules = Object.keys(shipped('config-rules.json'));
  const { controls: byId, legacy } = shipped('securityhub-controls.json') as Record<string, object>;
  const controls = [...Object.keys(byId ?? {}), ...Object.keys(legacy ?? {})];
  const all: readonly (readonly ControlMapping[])[] = [
    ...guardDutyFindings().map(({ mappings }) => mappings),
    ...SERVICES.map((service) => awsServiceMappings(service)),
    ...rules.map(configRuleMappings),
    ...controls.map(securityHubControlMappings),
  ];

  it('name current techniques once each, with a legal strength, source and evidence', () => {
    for (const mappings of all) {
      expect(new Set(mappings.map(({ techniqueId }) => techniqueId)).size).toBe(mappings.length);
      for (const mapping of mappings) {
        expect(technique(mapping.techniqueId)?.id).toBe(mapping.techniqueId);
        expect(STRENGTHS).toContain(mapping.strength);
        expect(SOURCES).toContain(mapping.source);
        expect(mapping.evidence).not.toBe('');
      }
    }
  });

  it('of events name current techniques once each', () => {
    expect(awsEvents().length).toBeGreaterThan(500);
    for (const { source, name, techniques } of awsEvents()) {
      expect(techniques).not.toEqual([]);
      expect([source, name, new Set(techniques.map(({ techniqueId }) => techniqueId)).size]).toEqual([
        source,
        name,
        techniques.length,
      ]);
      for (const { techniqueId } of techniques) expect(technique(techniqueId)?.id).toBe(techniqueId);
    }
  });

  it('leave no rule or control without one', () => {
    expect(rules.length).toBeGreaterThan(200);
    expect(controls.length).toBeGreaterThan(150);
    for (const id of rules) expect([id, configRuleMappings(id).length > 0]).toEqual([id, true]);
    for (const id of controls) expect([id, securityHubControlMappings(id).length > 0]).toEqual([id, true]);
  });

  it('that are our own reading of rules only protect', () => {
    for (const mapping of rules.flatMap(configRuleMappings)) {
      if (mapping.source === 'inferred') expect(mapping.category).toBe('protect');
    }
  });

  it('let a detection with an AWS event or finding cover at least 81 of the 104 AWS techniques', () => {
    const detecting = [
      ...all.flat().filter(({ category }) => category === 'detect'),
      ...awsEvents().flatMap(({ techniques }) => techniques),
    ];
    const covering = new Set(
      detecting.filter((mapping) => mappingConfidence(mapping) >= 0.6).map(({ techniqueId }) => techniqueId),
    );
    expect(awsTechniques().filter(({ id }) => covering.has(id)).length).toBeGreaterThanOrEqual(81);
  });
});

describe('the AWS techniques', () => {
  it('are the 104 of IaaS, which fill 127 cells of the matrix', () => {
    expect(awsTechniques()).toHaveLength(104);
    expect(awsTechniques().reduce((cells, { tactics }) => cells + tactics.length, 0)).toBe(127);
  });

  it('include the successors of T1562 instead of it', () => {
    const ids = awsTechniques().map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(['T1685', 'T1685.002', 'T1686.001']));
    expect(ids.filter((id) => id.startsWith('T1562'))).toEqual([]);
  });
});

describe('GuardDuty finding types', () => {
  it('need the feature that feeds them', () => {
    expect(finding('Stealth:IAMUser/CloudTrailLoggingDisabled').feature).toBe('FOUNDATIONAL');
    expect(finding('CryptoCurrency:EC2/BitcoinTool.B!DNS').feature).toBe('FOUNDATIONAL');
    expect(finding('Recon:EC2/Portscan').feature).toBe('FOUNDATIONAL');
    expect(finding('AttackSequence:IAM/CompromisedCredentials').feature).toBe('FOUNDATIONAL');
    expect(finding('Exfiltration:S3/AnomalousBehavior').feature).toBe('S3_DATA_EVENTS');
    expect(finding('AttackSequence:S3/CompromisedData').feature).toBe('S3_DATA_EVENTS');
    expect(finding('Policy:S3/BucketPublicAccessGranted').feature).toBe('FOUNDATIONAL');
    expect(finding('Execution:Kubernetes/ExecInKubeSystemPod').feature).toBe('EKS_AUDIT_LOGS');
    expect(finding('Execution:Kubernetes/MaliciousFile').feature).toBe('EBS_MALWARE_PROTECTION');
    expect(finding('Execution:Runtime/ReverseShell').feature).toBe('RUNTIME_MONITORING');
    expect(finding('AttackSequence:ECS/CompromisedCluster').feature).toBe('RUNTIME_MONITORING');
    expect(finding('CredentialAccess:RDS/AnomalousBehavior.FailedLogin').feature).toBe('RDS_LOGIN_EVENTS');
    expect(finding('Backdoor:Lambda/C&CActivity.B').feature).toBe('LAMBDA_NETWORK_LOGS');
    expect(finding('Object:S3/MaliciousFile').feature).toBe('S3_MALWARE_PROTECTION');
    expect(finding('Execution:EC2/MaliciousFile!Snapshot').feature).toBe('BACKUP_MALWARE_PROTECTION');
  });

  it('take the feature from the resource in their name', () => {
    const byResource: readonly [RegExp, string][] = [
      [/:Runtime\//, 'RUNTIME_MONITORING'],
      [/:RDS\//, 'RDS_LOGIN_EVENTS'],
      [/:Lambda\//, 'LAMBDA_NETWORK_LOGS'],
      [/:IAMUser\//, 'FOUNDATIONAL'],
    ];
    for (const { type, feature } of guardDutyFindings()) {
      for (const [resource, wanted] of byResource) {
        if (resource.test(type)) expect([type, feature]).toEqual([type, wanted]);
      }
    }
  });

  it('are known once each, and every one shows something', () => {
    const types = guardDutyFindings().map(({ type }) => type);
    expect(types).toHaveLength(198);
    expect(new Set(types).size).toBe(types.length);
    for (const { mappings } of guardDutyFindings()) {
      expect(mappings.length).toBeGreaterThan(0);
      for (const { category } of mappings) expect(category).toBe('detect');
    }
  });

  it('of S3 calls from a suspicious place cover no technique that a call of S3 need not show', () => {
    for (const { type, mappings } of guardDutyFindings()) {
      if (!/^(?:PenTest|UnauthorizedAccess|Impact|Exfiltration):S3\/(?!Anomalous)/.test(type)) continue;
      const covered = mappings.filter(covers).map(({ techniqueId }) => techniqueId);
      const shown = mappings.map(({ techniqueId }) => techniqueId);
      for (const id of ['T1685', 'T1685.002', 'T1552.001'])
        expect([type, shown]).not.toEqual([type, expect.arrayContaining([id])]);
      if (/^(?:PenTest|Unauthorized)/.test(type)) expect([type, covered]).toEqual([type, []]);
    }
  });

  it('keep what a public source says and add our own reading, marked as such', () => {
    const disabled = finding('Stealth:IAMUser/CloudTrailLoggingDisabled').mappings;
    expect(of(disabled, 'T1685.002')).toMatchObject({ source: 'ctid', strength: 'partial' });
    const miner = finding('CryptoCurrency:EC2/BitcoinTool.B').mappings;
    expect(of(miner, 'T1496')).toMatchObject({ source: 'ctid', strength: 'partial' });
    expect(of(miner, 'T1496.001')).toMatchObject({ source: 'inferred', strength: 'significant' });
    expect(of(finding('UnauthorizedAccess:EC2/SSHBruteForce').mappings, 'T1110')).toMatchObject({
      source: 'ctid',
      strength: 'minimal',
    });
    expect(finding('Execution:Kubernetes/ExecInKubeSystemPod').mappings).toEqual([
      {
        techniqueId: 'T1609',
        strength: 'significant',
        category: 'detect',
        source: 'inferred',
        evidence: 'GuardDuty finding Execution:Kubernetes/ExecInKubeSystemPod',
      },
    ]);
  });
});

describe('AWS Config rules', () => {
  it('are found by identifier and by rule name in any letter case', () => {
    const byIdentifier = configRuleMappings('ACCESS_KEYS_ROTATED');
    expect(of(byIdentifier, 'T1078.004')).toMatchObject({
      category: 'protect',
      source: 'ctid',
      strength: 'significant',
    });
    expect(configRuleMappings('access-keys-rotated')).toEqual(byIdentifier);
    expect(configRuleMappings('Access_Keys_Rotated')).toEqual(byIdentifier);
    expect(configRuleMappings('cloudtrail-enabled')).toEqual(configRuleMappings('CLOUD_TRAIL_ENABLED'));
    expect(configRuleMappings('CLOUD_TRAIL_ENABLED').length).toBeGreaterThan(0);
  });

  it('of a customer have no mapping', () => {
    for (const id of ['my-own-rule', '', '__proto__', 'constructor']) expect(configRuleMappings(id)).toEqual([]);
  });
});

describe('Security Hub controls', () => {
  it('answer to their id and to the one before consolidation', () => {
    const control = securityHubControlMappings('CloudWatch.2');
    expect(of(control, 'T1078.004')).toMatchObject({ category: 'detect', source: 'ctid', strength: 'significant' });
    expect(securityHubControlMappings('CIS.3.1')).toEqual(control);
    expect(securityHubControlMappings('cloudwatch.2')).toEqual(control);
    expect(securityHubControlMappings('CIS.99.1')).toEqual([]);
  });

  it('joined through posture checks only protect, by inference and least', () => {
    for (const { category, source } of securityHubControlMappings('RDS.2')) {
      expect([category, source]).toEqual(['protect', 'inferred']);
    }
    expect(of(securityHubControlMappings('RDS.2'), 'T1530')?.strength).toBe('minimal');
  });

  it('carry no retired technique', () => {
    expect(of(securityHubControlMappings('CIS.3.5'), 'T1685.002')?.strength).toBe('significant');
  });
});

describe('AWS services as a whole', () => {
  it('say what CTID scored', () => {
    expect(of(awsServiceMappings('guardduty'), 'T1530')).toMatchObject({ source: 'ctid', category: 'detect' });
    for (const { category, source } of awsServiceMappings('inspector')) {
      expect([category, source]).toEqual(['protect', 'ctid']);
    }
  });

  it('are judged by ourselves where CTID has nothing, and never surely enough to cover', () => {
    for (const service of ['macie', 'access_analyzer', 'cloudtrail_insights'] as const) {
      const mappings = awsServiceMappings(service);
      expect(mappings.length).toBeGreaterThan(0);
      for (const mapping of mappings) {
        expect(mapping.source).toBe('inferred');
        if (mapping.category === 'detect') expect(mappingConfidence(mapping)).toBeLessThan(0.6);
      }
    }
  });

  it('say nothing for a trail, which only records', () => {
    expect(awsServiceMappings('cloudtrail')).toEqual([]);
  });
});
