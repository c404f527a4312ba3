import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type AwsEvent,
  awsEventSourceRegion,
  awsEvents,
  awsOperations,
  awsTechniqueRegions,
  awsTechniques,
  coveringAwsEvents,
  isAwsReadEvent,
  knownOperations,
  operationsOfTechnique,
  technique,
  techniques,
  techniquesOfOperation,
} from '@tripline/attack';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

type Shown = AwsEvent['techniques'][number];

/** The techniques of events of this name (any case), of one service or of all. */
const named = (name: string, source?: string): readonly Shown[] =>
  awsEvents()
    .filter((event) => event.name.toLowerCase() === name.toLowerCase() && (source ?? event.source) === event.source)
    .flatMap(({ techniques: shown }) => shown);
const of = (shown: readonly Shown[], techniqueId: string): Shown | undefined =>
  shown.find((entry) => entry.techniqueId === techniqueId);
const ids = (shown: readonly Shown[]): string[] => shown.map(({ techniqueId }) => techniqueId);

/** Every JSON data file of the packages and services. */
function dataFiles(): readonly string[] {
  return ['packages', 'services'].flatMap((kind) =>
    readdirSync(join(ROOT, kind)).flatMap((name) => {
      const folder = join(ROOT, kind, name, 'data');
      if (!existsSync(folder)) return [];
      return readdirSync(folder)
        .filter((file) => file.endsWith('.json'))
        .map((file) => join(folder, file));
    }),
  );
}

/** The keys, at any depth of a file, that are AWS operations and have techniques beside them. */
function operationsWithTechniques(value: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (typeof value !== 'object' || value === null) return found;
  for (const [key, under] of Object.entries(value)) {
    const name = key.slice(key.lastIndexOf('/') + 1);
    const isOperation = awsOperations(name).some((operation) => operation.name === name);
    const said = typeof under === 'string' ? under : Array.isArray(under) ? under.join(' ') : '';
    if (isOperation && /\bT1\d{3}\b/.test(said)) found.add(key);
    operationsWithTechniques(under, found);
  }
  return found;
}

describe('whether an event only reads', () => {
  it.each([
    ['dynamodb.amazonaws.com', 'Query', true],
    ['sts.amazonaws.com', 'AssumeRole', true],
    ['cognito-identity.amazonaws.com', 'GetId', false],
    ['iam.amazonaws.com', 'GetId', true],
    ['iam.amazonaws.com', 'CreateUser', false],
  ])('is known by its source and name: %s, %s', (source, name, reads) => {
    expect(isAwsReadEvent(source, name)).toBe(reads);
  });

  it.each(['constructor', '__proto__', 'toString'])('is asked of any source that a rule names: %s', (source) => {
    expect(isAwsReadEvent(source, 'CreateUser')).toBe(false);
    expect(isAwsReadEvent(source, 'GetUser')).toBe(true);
  });
});

describe('an event that a detection names', () => {
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
    expect(of(named(name, source), techniqueId)).toMatchObject({ strength: 'significant', source: by });
  });

  it('shows what the event of its own service shows', () => {
    expect(ids(named('CreateUser', 'transfer.amazonaws.com'))).not.toContain('T1136.003');
  });

  it('shows the same in rules as in coverage, in the same order', () => {
    for (const { source, name, techniques: shown } of awsEvents()) {
      const inRules = techniquesOfOperation('aws', name, source).map(({ id }) => id);
      expect([source, name, inRules]).toEqual([source, name, ids(shown)]);
    }
  });

  it('is in one table: no other data of the project says what an AWS operation shows', () => {
    const tables = dataFiles().filter((file) => {
      const operations = operationsWithTechniques(JSON.parse(readFileSync(file, 'utf8')));
      return operations.size >= 3;
    });
    expect(tables.map((file) => basename(file))).toEqual(['aws-events.json']);
  });

  it('shows first what stands first, by our own reading of what an intruder means by it', () => {
    for (const { id } of techniques()) {
      for (const { plane, operation } of operationsOfTechnique(id)) {
        if (plane !== 'aws') continue;
        expect(awsOperations(operation).length).toBeGreaterThan(0);
        expect(of(named(operation), id)?.isFirst).toBe(true);
      }
    }
    expect(of(named('CreateLoginProfile', 'iam.amazonaws.com'), 'T1098.001')?.isFirst).toBe(true);
  });

  it.each([
    ['T1685.002', 'bedrock cloudtrail config ec2 logs route53resolver s3 wafv2'],
    ['T1578.001', 'ec2 rds'],
    ['T1578.002', 'cloudformation ec2 lightsail sagemaker'],
    ['T1578.003', 'ec2'],
    ['T1578.005', 'ec2 servicequotas support'],
  ])('shows %s only in services that it can happen in: %s', (techniqueId, services) => {
    const showing = awsEvents().filter(({ techniques: shown }) => of(shown, techniqueId) !== undefined);
    const sources = new Set(showing.map(({ source }) => source.replace('.amazonaws.com', '')));
    expect([...sources].sort()).toEqual(services.split(' '));
  });

  it('covers by a public source only where what it does is no ordinary work', () => {
    for (const name of ['CreateTags', 'AttachVolume', 'SwitchRole', 'CheckMfa', 'FilterLogEvents', 'GetSigninToken']) {
      expect([
        name,
        awsEvents()
          .filter((event) => event.name === name)
          .map(({ everyday }) => everyday),
      ]).toEqual([name, [true]]);
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

  it('shows the successor of what it was mapped to, and not that of its parent', () => {
    expect(ids(named('DeleteNetworkAcl', 'ec2.amazonaws.com'))).toContain('T1686.001');
    expect(ids(named('DeleteNetworkAcl', 'ec2.amazonaws.com'))).not.toContain('T1685');
  });

  it('shows in part what the event alone does not tell from ordinary work', () => {
    expect(of(named('DescribeSecurityGroups'), 'T1046')).toMatchObject({ strength: 'partial', source: 'inferred' });
    expect(ids(named('CreateSnapshot'))).not.toContain('T1021');
  });
});

describe('the regions where the events of a technique arrive', () => {
  it('are us-east-1 alone for what is done in IAM and other global services', () => {
    for (const id of ['T1136.003', 'T1098.001', 'T1531', 'T1666', 't1556.006']) {
      expect(awsTechniqueRegions(id)).toEqual(['us-east-1']);
    }
  });

  it('are all for what is done in regional services, sign-in and STS', () => {
    for (const id of ['T1530', 'T1685.002', 'T1078.004', 'T1110.003', 'T9999']) {
      expect(awsTechniqueRegions(id)).toBe('all');
    }
  });

  it('are one where all events that would cover a technique arrive in one', () => {
    for (const { id } of awsTechniques()) {
      const homes = new Set(coveringAwsEvents(id).map(({ source }) => awsEventSourceRegion(source)));
      const [home] = homes;
      if (homes.size === 1 && home !== undefined) expect([id, awsTechniqueRegions(id)]).toEqual([id, [home]]);
    }
  });

  it('are narrowed only for AWS techniques that an event of a global service shows', () => {
    const operations = knownOperations('aws').filter(({ source }) => awsEventSourceRegion(source) === 'us-east-1');
    const shown = new Set(operations.flatMap(({ source, name }) => ids(named(name, source))));
    const narrowed = techniques().filter(({ id }) => awsTechniqueRegions(id) !== 'all');
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
