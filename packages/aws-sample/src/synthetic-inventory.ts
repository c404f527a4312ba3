import type { AccountInventory, Inventory, RegionInventory } from './inventory.js';
import type { EventRule } from './services/eventbridge/inventory.js';

/** How much a synthetic inventory holds; defaults in brackets. */
export interface SyntheticSize {
  /** [1] */
  readonly accounts?: number;
  /** [us-east-1, eu-west-1] */
  readonly regions?: readonly string[];
  /** Things per region. */
  readonly perRegion?: Partial<Record<SyntheticThing, number>>;
  /** External id of every account's role `TriplineScanner` [synthetic]; with `null` the role demands none. */
  readonly externalId?: string | null;
}

/** The resources that can be multiplied. */
type SyntheticThing =
  /** [40], each with one target. */
  | 'eventRules'
  /** [20] */
  | 'metricAlarms'
  /** [20], in one log group. */
  | 'metricFilters'
  /** [10] */
  | 'queryDefinitions'
  /** [20] */
  | 'configRules'
  /** [40], in one standard. */
  | 'securityControls'
  /** [3] */
  | 'guarddutyFilters'
  /** [5], each with a resource policy. */
  | 'lambdaFunctions';

const PER_REGION: Readonly<Record<SyntheticThing, number>> = {
  eventRules: 40,
  metricAlarms: 20,
  metricFilters: 20,
  queryDefinitions: 10,
  configRules: 20,
  securityControls: 40,
  guarddutyFilters: 3,
  lambdaFunctions: 5,
};

// Events of several techniques, so that mapping them is real work.
const EVENTS = [
  ['iam', 'CreateUser'],
  ['iam', 'CreateAccessKey'],
  ['cloudtrail', 'StopLogging'],
  ['ec2', 'AuthorizeSecurityGroupIngress'],
  ['ec2', 'ModifySnapshotAttribute'],
  ['secretsmanager', 'GetSecretValue'],
  ['kms', 'ScheduleKeyDeletion'],
  ['s3', 'PutBucketPolicy'],
] as const;

/** A synthetic inventory of any size, for benchmarks. The same size gives the same inventory; account numbers begin at 200000000000. */
export function syntheticInventory(size: SyntheticSize = {}): Inventory {
  const { accounts = 1, regions = ['us-east-1', 'eu-west-1'], externalId = 'synthetic' } = size;
  const counts = { ...PER_REGION, ...size.perRegion };
  const made: Record<string, AccountInventory> = {};
  for (let at = 0; at < accounts; at += 1) {
    const id = String(200_000_000_000 + at);
    made[id] = {
      alias: `synthetic-${at}`,
      roles: [{ name: 'TriplineScanner', externalId }],
      regions: Object.fromEntries(regions.map((region) => [region, syntheticRegion(id, region, counts)])),
    };
  }
  return { accounts: made };
}

function times<T>(count: number, make: (at: number) => T): T[] {
  return Array.from({ length: count }, (_, at) => make(at));
}

function eventOf(at: number): readonly [source: string, name: string] {
  return EVENTS[at % EVENTS.length] ?? EVENTS[0];
}

function eventRule(account: string, region: string, at: number): EventRule {
  const [source, name] = eventOf(at);
  return {
    Name: `rule-${at}`,
    // Every tenth rule cannot fire.
    State: at % 10 === 9 ? 'DISABLED' : 'ENABLED',
    EventPattern: JSON.stringify({ source: [`aws.${source}`], detail: { eventName: [name] } }),
    targets: [{ Id: '1', Arn: `arn:aws:sns:${region}:${account}:alerts` }],
  };
}

type Counts = Readonly<Record<SyntheticThing, number>>;

function guardDuty(account: string, region: string, filters: number): NonNullable<RegionInventory['guardduty']> {
  const features = ['CLOUD_TRAIL', 'DNS_LOGS', 'FLOW_LOGS', 'S3_DATA_EVENTS'];
  return {
    detectors: [
      {
        detectorId: `d${account}${region.replaceAll('-', '')}`,
        status: 'ENABLED',
        createdAt: '2025-01-01T00:00:00Z',
        features: features.map((name) => ({ name, status: 'ENABLED' })),
        filters: times(filters, (at) => ({
          name: `filter-${at}`,
          action: 'ARCHIVE',
          findingCriteria: {
            criterion: { type: { equals: [`Recon:EC2/Portscan`] }, accountId: { equals: [`${at}`] } },
          },
        })),
      },
    ],
  };
}

const logs = (counts: Counts): NonNullable<RegionInventory['logs']> => ({
  logGroups: [
    {
      logGroupName: 'trail',
      metricFilters: times(counts.metricFilters, (at) => ({
        filterName: `filter-${at}`,
        filterPattern: `{ $.eventName = "${eventOf(at)[1]}" }`,
        metricTransformations: [{ metricName: `metric-${at}`, metricNamespace: 'Trail', metricValue: '1' }],
      })),
    },
  ],
  queryDefinitions: times(counts.queryDefinitions, (at) => ({
    queryDefinitionId: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
    name: `query-${at}`,
    queryString: `filter eventName = "${eventOf(at)[1]}"`,
  })),
});

function securityHub(region: string, controls: number): NonNullable<RegionInventory['securityhub']> {
  const standard = `arn:aws:securityhub:${region}::standards/aws-foundational-security-best-practices/v/1.0.0`;
  return {
    standards: [{ StandardsArn: standard, Name: 'Foundational', StandardsStatus: 'READY' }],
    controls: times(controls, (at) => ({
      SecurityControlId: `EC2.${at + 1}`,
      Title: `Control ${at + 1}`,
      SeverityRating: 'MEDIUM',
      associations: [{ StandardsArn: standard, AssociationStatus: at % 10 === 9 ? 'DISABLED' : 'ENABLED' }],
    })),
  };
}

const functionOf = (at: number) => ({
  FunctionName: `function-${at}`,
  Runtime: 'nodejs22.x',
  policy: {
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Principal: { Service: 'events.amazonaws.com' },
        Action: 'lambda:InvokeFunction',
        Resource: '*',
      },
    ],
  },
});

function syntheticRegion(
  account: string,
  region: string,
  counts: Readonly<Record<SyntheticThing, number>>,
): RegionInventory {
  const topic = `arn:aws:sns:${region}:${account}:alerts`;
  return {
    guardduty: guardDuty(account, region, counts.guarddutyFilters),
    eventbridge: {
      buses: [{ Name: 'default', rules: times(counts.eventRules, (at) => eventRule(account, region, at)) }],
    },
    cloudwatch: {
      metricAlarms: times(counts.metricAlarms, (at) => ({
        AlarmName: `alarm-${at}`,
        ActionsEnabled: true,
        AlarmActions: [topic],
        StateValue: 'OK',
        Namespace: 'Trail',
        MetricName: `metric-${at}`,
      })),
    },
    logs: logs(counts),
    config: {
      recorders: [
        { name: 'default', recordingGroup: { allSupported: true }, status: { recording: true, lastStatus: 'Success' } },
      ],
      rules: times(counts.configRules, (at) => ({
        ConfigRuleName: `rule-${at}`,
        Source: { Owner: 'AWS', SourceIdentifier: 'INCOMING_SSH_DISABLED' },
        ConfigRuleState: 'ACTIVE',
      })),
    },
    securityhub: securityHub(region, counts.securityControls),
    cloudtrail: {
      trails: [
        {
          Name: `trail-${region}`,
          IsMultiRegionTrail: false,
          S3BucketName: 'trail-bucket',
          status: { IsLogging: true },
        },
      ],
    },
    access_analyzer: {
      analyzers: [{ name: 'external', type: 'ACCOUNT', status: 'ACTIVE', createdAt: '2025-01-01T00:00:00Z' }],
    },
    macie: { session: { status: 'ENABLED', createdAt: '2025-01-01T00:00:00Z' } },
    inspector: { status: 'ENABLED', resources: { ec2: 'ENABLED' } },
    lambda: { functions: times(counts.lambdaFunctions, functionOf) },
  };
}
