import {
  awsEventMappings,
  awsEventSourceRegion,
  awsOperations,
  awsTechniques,
  type ControlMapping,
  type EventNameTest,
  knownOperations,
  mappingConfidence,
  operationsOfTechnique,
  technique,
  techniqueEventRegions,
  techniques,
} from '@tripline/attack';
import fc from 'fast-check';

const exact = (...names: string[]): EventNameTest[] => names.map((value) => ({ kind: 'exact', value }));
const named = (name: string, ...sources: string[]): readonly ControlMapping[] =>
  awsEventMappings({ names: exact(name), sources });
const of = (mappings: readonly ControlMapping[], techniqueId: string): ControlMapping | undefined =>
  mappings.find((mapping) => mapping.techniqueId === techniqueId);
const ids = (mappings: readonly ControlMapping[]): string[] => mappings.map(({ techniqueId }) => techniqueId);

describe('a detection that names an event exactly', () => {
  it.each([
    ['StopLogging', 'cloudtrail.amazonaws.com', 'T1685.002', 'sigma'],
    ['DeleteTrail', 'cloudtrail.amazonaws.com', 'T1685.002', 'sigma'],
    ['CreateUser', 'iam.amazonaws.com', 'T1136.003', 'event_map'],
    ['CreateAccessKey', 'iam.amazonaws.com', 'T1098.001', 'event_map'],
    ['AttachUserPolicy', 'iam.amazonaws.com', 'T1098.003', 'event_map'],
    ['ConsoleLogin', 'signin.amazonaws.com', 'T1078.004', 'sigma'],
    ['GetSecretValue', 'secretsmanager.amazonaws.com', 'T1555.006', 'event_map'],
    ['ModifySnapshotAttribute', 'ec2.amazonaws.com', 'T1537', 'sigma'],
    ['DeleteDetector', 'guardduty.amazonaws.com', 'T1685', 'sigma'],
    ['SendCommand', 'ssm.amazonaws.com', 'T1651', 'event_map'],
    ['PutBucketLifecycleConfiguration', 's3.amazonaws.com', 'T1485.001', 'inferred'],
    ['GetObject', 's3.amazonaws.com', 'T1530', 'event_map'],
    ['DescribeInstances', 'ec2.amazonaws.com', 'T1580', 'event_map'],
    ['LeaveOrganization', 'organizations.amazonaws.com', 'T1666', 'event_map'],
  ] as const)('%s of %s shows %s, said by %s', (name, source, techniqueId, by) => {
    expect(of(named(name, source), techniqueId)).toMatchObject({
      strength: 'significant',
      category: 'detect',
      source: by,
      evidence: `event ${name} of ${source}`,
    });
    expect(of(named(name.toUpperCase()), techniqueId)?.source).toBe(by);
  });

  it('shows nothing where the event is of another service', () => {
    expect(named('StopLogging', 'iam.amazonaws.com')).toEqual([]);
    expect(ids(named('CreateUser', 'transfer.amazonaws.com'))).not.toContain('T1136.003');
  });

  it('shows nothing for events without a known technique', () => {
    for (const name of ['NoSuchEvent', '', '__proto__', 'constructor']) expect(named(name)).toEqual([]);
  });

  it('shows the techniques that our own reading of operations names first', () => {
    for (const { id } of techniques()) {
      for (const { plane, operation } of operationsOfTechnique(id)) {
        if (plane !== 'aws' || awsOperations(operation).length === 0) continue;
        expect([operation, ids(named(operation))]).toEqual([operation, expect.arrayContaining([id])]);
      }
    }
  });

  it('shows a parent only in part where one of several sub-techniques is what it shows', () => {
    const attached = named('AttachUserPolicy', 'iam.amazonaws.com');
    expect(of(attached, 'T1098')?.strength).toBe('partial');
    expect(of(attached, 'T1098.003')?.strength).toBe('significant');
    expect(of(named('CreateUser', 'iam.amazonaws.com'), 'T1136')?.strength).toBe('significant');
  });

  it('does not take a sub-technique for its parent', () => {
    expect(ids(named('DeactivateMFADevice'))).toContain('T1556.006');
    expect(ids(named('CreateVolume'))).not.toContain('T1578');
  });

  it('shows in part what the event alone does not tell from ordinary work', () => {
    expect(of(named('DescribeSecurityGroups'), 'T1046')).toMatchObject({ strength: 'partial', source: 'inferred' });
    expect(ids(named('CreateSnapshot'))).not.toContain('T1021');
  });
});

describe('a detection that names events loosely', () => {
  it('by a prefix, suffix or wildcard is a step weaker', () => {
    const loose: readonly EventNameTest[] = [
      { kind: 'prefix', value: 'StopLog' },
      { kind: 'suffix', value: 'ogging' },
      { kind: 'wildcard', value: 'St*Log*g' },
    ];
    for (const test of loose) {
      const mappings = awsEventMappings({ names: [test], sources: ['cloudtrail.amazonaws.com'] });
      expect(of(mappings, 'T1685.002')).toMatchObject({ strength: 'partial', source: 'sigma' });
      expect(of(mappings, 'T1685.002')?.evidence).toContain('such as StopLogging');
    }
  });

  it('by the source alone is a step weaker for every event of the source', () => {
    const mappings = awsEventMappings({ names: [], sources: ['cloudtrail.amazonaws.com'] });
    expect(of(mappings, 'T1685.002')).toMatchObject({ strength: 'partial' });
    expect(ids(mappings)).not.toContain('T1136.003');
    for (const mapping of mappings) expect(mappingConfidence(mapping)).toBeLessThan(0.6);
  });

  it('is as sure as its surest test', () => {
    const both = awsEventMappings({
      names: [{ kind: 'prefix', value: 'Stop' }, ...exact('StopLogging')],
      sources: ['cloudtrail.amazonaws.com'],
    });
    expect(of(both, 'T1685.002')?.strength).toBe('significant');
  });

  it('shows nothing when it narrows neither name nor source', () => {
    expect(awsEventMappings({ names: [], sources: [] })).toEqual([]);
    for (const test of [
      { kind: 'wildcard', value: '*' },
      { kind: 'wildcard', value: '***' },
      { kind: 'prefix', value: '' },
    ] as const) {
      expect(awsEventMappings({ names: [test], sources: [] })).toEqual([]);
      expect(awsEventMappings({ names: [test], sources: ['iam.amazonaws.com'] })).toEqual(
        awsEventMappings({ names: [], sources: ['iam.amazonaws.com'] }),
      );
    }
  });

  it('matches wildcards as a regular expression would', () => {
    const names = [...new Set(knownOperations('aws').map(({ name }) => name))].filter((name) => named(name).length > 0);
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.array(fc.tuple(fc.nat(30), fc.nat(6)), { minLength: 1, maxLength: 4 }),
        (origin, cuts) => {
          let pattern = origin;
          for (const [at, length] of cuts) pattern = `${pattern.slice(0, at)}*${pattern.slice(at + length)}`;
          if (/^\*+$/.test(pattern)) return;
          const found = awsEventMappings({ names: [{ kind: 'wildcard', value: pattern }], sources: [] });
          const expression = new RegExp(`^${pattern.replace(/\*+/g, '.*')}$`, 'i');
          for (const { evidence } of found) {
            expect(evidence.slice(evidence.lastIndexOf(' ') + 1)).toMatch(expression);
          }
          for (const name of names.filter((entry) => expression.test(entry))) {
            expect(ids(found)).toEqual(expect.arrayContaining(ids(named(name))));
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('survives values that no event could have', () => {
    const stars = 'a*'.repeat(50_000);
    expect(awsEventMappings({ names: [{ kind: 'wildcard', value: `${stars}b` }], sources: [] })).toEqual([]);
    expect(awsEventMappings({ names: [{ kind: 'wildcard', value: `${'*a'.repeat(120)}!` }], sources: [] })).toEqual([]);
  });
});

describe('the regions where the events of a technique arrive', () => {
  it('are us-east-1 alone for what is done in IAM and other global services', () => {
    for (const id of ['T1136.003', 'T1098.001', 'T1531', 'T1666', 't1556.006']) {
      expect(techniqueEventRegions(id)).toEqual(['us-east-1']);
    }
  });

  it('are all for what is done in regional services, sign-in and STS', () => {
    for (const id of ['T1530', 'T1685.002', 'T1078.004', 'T1110.003', 'T9999']) {
      expect(techniqueEventRegions(id)).toBe('all');
    }
  });

  it('are narrowed only for AWS techniques that an event of a global service shows', () => {
    const operations = knownOperations('aws').filter(({ source }) => awsEventSourceRegion(source) === 'us-east-1');
    const shown = new Set(operations.flatMap(({ source, name }) => ids(named(name, source))));
    const narrowed = techniques().filter(({ id }) => techniqueEventRegions(id) !== 'all');
    expect(narrowed.length).toBeGreaterThan(10);
    for (const { id } of narrowed) {
      expect(awsTechniques()).toContain(technique(id));
      expect([id, shown.has(id)]).toEqual([id, true]);
    }
  });

  it('of a source are one for global services only', () => {
    expect(awsEventSourceRegion('IAM.amazonaws.com')).toBe('us-east-1');
    expect(awsEventSourceRegion('s3.amazonaws.com')).toBeUndefined();
  });
});
