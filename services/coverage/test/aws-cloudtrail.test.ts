import type { CloudTrailInventory, EventDataStore, Trail } from '@tripline/aws-sample';
import { ACCOUNT, awsSamples, callCounts, found, REGION, verdicts } from './support/aws.js';

const start = awsSamples();
const trail = (more: Partial<Trail> = {}): Trail => ({
  Name: 'main',
  IsMultiRegionTrail: false,
  status: { IsLogging: true },
  insightSelectors: [{ InsightType: 'ApiCallRateInsight' }, { InsightType: 'ApiErrorRateInsight' }],
  ...more,
});
const arn = `arn:aws:cloudtrail:${REGION}:${ACCOUNT}:trail/main`;
const withTrails = (cloudtrail: CloudTrailInventory, faults = {}) =>
  start({ regions: { [REGION]: { cloudtrail } }, ...faults });
const verdictOf = async (more: Partial<Trail>) => {
  const { read } = await withTrails({ trails: [trail(more)] });
  return verdicts(await read('cloudtrail'))['CloudTrail Insights: main'];
};

test('Insights of a trail are found with what they look for', async () => {
  const { read } = await withTrails({ trails: [trail()] });
  expect(await read('cloudtrail')).toEqual([
    {
      key: arn,
      type: 'cloudtrail_insights',
      scope: REGION,
      name: 'CloudTrail Insights: main',
      arn,
      description: 'Looks for unusual rates of calls that change something and rates of errors',
      managed: true,
      status: 'active',
      statusReason: null,
      seenScopes: null,
      subject: { kind: 'service', service: 'cloudtrail' },
    },
  ]);
});

test('a trail without Insights detects nothing', async () => {
  expect(await verdictOf({ insightSelectors: [] })).toBeUndefined();
});

test('a trail of all regions is found once, in its home region', async () => {
  const regions = { [REGION]: { cloudtrail: { trails: [trail({ IsMultiRegionTrail: true })] } }, 'eu-west-1': {} };
  const { sample, connect, signal } = await start({ regions });
  const session = await connect();
  sample.resetCalls();
  expect(await found(session, { service: 'cloudtrail', scope: 'eu-west-1' }, signal)).toEqual([]);
  expect(await found(session, { service: 'cloudtrail', scope: REGION }, signal)).toHaveLength(1);
  expect(callCounts(sample)).toEqual({
    'cloudtrail:DescribeTrails': 2,
    'cloudtrail:ListEventDataStores': 2,
    'cloudtrail:GetInsightSelectors': 1,
    'cloudtrail:GetTrailStatus': 1,
  });
});

const RATE = [{ InsightType: 'ApiCallRateInsight' as const }];
const ERRORS = [{ InsightType: 'ApiErrorRateInsight' as const }];
const only = (ReadWriteType: 'ReadOnly' | 'WriteOnly', IncludeManagementEvents = true) => ({
  eventSelectors: [{ ReadWriteType, IncludeManagementEvents }],
});
const advanced = (...fields: { Field: string; Equals: string[] }[]) => ({
  advancedEventSelectors: [{ FieldSelectors: fields }],
});
const MANAGEMENT = { Field: 'eventCategory', Equals: ['Management'] };

test.each<[string, Partial<Trail>, string]>([
  ['that is stopped', { status: { IsLogging: false } }, 'disabled/trail_stopped'],
  [
    'whose bucket refuses it',
    { status: { IsLogging: true, LatestDeliveryError: 'NoSuchBucket' } },
    'degraded/no_target',
  ],
  ['of calls that only read, for both rates', only('ReadOnly'), 'degraded/not_feeding'],
  ['of calls that only read, for call rates', { ...only('ReadOnly'), insightSelectors: RATE }, 'disabled/not_feeding'],
  ['of calls that only read, for error rates', { ...only('ReadOnly'), insightSelectors: ERRORS }, 'active'],
  ['of calls that write', only('WriteOnly'), 'active'],
  ['of data alone', only('WriteOnly', false), 'disabled/not_feeding'],
  [
    'of data alone, for data',
    {
      ...only('WriteOnly', false),
      insightSelectors: [{ InsightType: 'ApiCallRateInsight', EventCategories: ['Data'] }],
    },
    'active',
  ],
  ['with advanced selectors of management events', advanced(MANAGEMENT), 'active'],
  [
    'with advanced selectors of reads',
    { ...advanced(MANAGEMENT, { Field: 'readOnly', Equals: ['true'] }), insightSelectors: RATE },
    'disabled/not_feeding',
  ],
  ['with advanced selectors of data', advanced({ Field: 'eventCategory', Equals: ['Data'] }), 'disabled/not_feeding'],
])('Insights of a trail %s', async (_, more, verdict) => {
  expect(await verdictOf(more)).toBe(verdict);
});

describe('event data stores', () => {
  const store = (name: string, status: EventDataStore['Status'], category = 'Insight'): EventDataStore => ({
    Name: name,
    EventDataStoreArn: `arn:aws:cloudtrail:${REGION}:${ACCOUNT}:eventdatastore/${name}`,
    Status: status,
    AdvancedEventSelectors: [{ FieldSelectors: [{ Field: 'eventCategory', Equals: [category] }] }],
  });

  test('those of Insights are found with their state, all others are for searching', async () => {
    const { sample, read } = await withTrails({
      eventDataStores: [
        store('on', 'ENABLED'),
        store('new', 'STARTING_INGESTION'),
        store('off', 'STOPPED_INGESTION'),
        store('going', 'PENDING_DELETION'),
        store('search', 'ENABLED', 'Management'),
      ],
    });
    expect(verdicts(await read('cloudtrail'))).toEqual({
      'CloudTrail Insights: on': 'active',
      'CloudTrail Insights: new': 'degraded/not_feeding',
      'CloudTrail Insights: off': 'disabled/trail_stopped',
      'CloudTrail Insights: going': 'disabled/deleting',
    });
    expect(callCounts(sample)).toEqual({
      'sts:AssumeRole': 2,
      'cloudtrail:DescribeTrails': 1,
      'cloudtrail:ListEventDataStores': 1,
      'cloudtrail:GetEventDataStore': 5,
    });
  });

  test('that may not be listed do not affect the trails', async () => {
    const { readUntilFailure } = await withTrails(
      { trails: [trail()] },
      { faults: [{ kind: 'deny', operation: 'ListEventDataStores' }] },
    );
    const { given, error } = await readUntilFailure('cloudtrail');
    expect(error).toMatchObject({ operation: 'ListEventDataStores', kind: 'access_denied' });
    expect(given).toHaveLength(1);
  });
});

test.each([
  ['deny', 'GetTrailStatus', { 'CloudTrail Insights: main': 'unknown/insufficient_permissions' }],
  ['reset', 'GetTrailStatus', {}],
  ['deny', 'GetInsightSelectors', {}],
] as const)('a failure (%s of %s) is reported, and nothing is invented', async (kind, operation, expected) => {
  const { readUntilFailure } = await withTrails({ trails: [trail()] }, { faults: [{ kind, operation }] });
  const { given, error } = await readUntilFailure('cloudtrail');
  expect(error.operation).toBe(operation);
  expect(verdicts(given)).toEqual(expected);
});

test('event rules, metric filters and CloudTrail ask for a trail once', async () => {
  const { sample, connect, signal } = await start({
    regions: {
      [REGION]: {
        cloudtrail: { trails: [trail({ ...only('WriteOnly') })] },
        eventbridge: {
          buses: [
            {
              Name: 'default',
              rules: [
                {
                  Name: 'users',
                  State: 'ENABLED',
                  EventPattern: { 'detail-type': ['AWS API Call via CloudTrail'] },
                  targets: [{ Id: '1', Arn: `arn:aws:sns:${REGION}:${ACCOUNT}:security` }],
                },
              ],
            },
          ],
        },
      },
    },
  });
  const session = await connect();
  for (const service of ['cloudtrail', 'eventbridge', 'logs']) await found(session, { service, scope: REGION }, signal);
  expect(callCounts(sample)).toMatchObject({
    'cloudtrail:DescribeTrails': 1,
    'cloudtrail:GetTrailStatus': 1,
    'cloudtrail:GetEventSelectors': 1,
    'cloudtrail:GetInsightSelectors': 1,
  });
});
