import {
  type AwsSample,
  type MetricAlarm,
  type RegionInventory,
  startAwsSample,
  type Trail,
} from '@tripline/aws-sample';
import { createAwsProvider } from '@tripline/coverage-service';
import { createLog } from '@tripline/service';
import { ACCOUNT, useCredentials } from './support/aws.js';
import { at } from './support/harness.js';
import { createScanHarness, type ScanHarness, scanOnce } from './support/scan-harness.js';

const HOME = 'us-east-1';
const OTHERS = ['ap-southeast-2', 'eu-west-1'];
const REGIONS = [...OTHERS, HOME];
const TOPIC = 'arn:aws:sns:us-east-1:111122223333:security';
const TRAIL_STOPPED = 'T1685.002';

const before = { ...process.env };
let sample: AwsSample;
let scans: ScanHarness;
let account: string;

beforeAll(async () => {
  sample = await startAwsSample({ inventory: { accounts: { [ACCOUNT]: { regions: {} } } } });
  useCredentials({ AWS_ACCESS_KEY_ID: 'AKIAWORKERWORKERWORK', AWS_SECRET_ACCESS_KEY: 'none' });
  process.env['AWS_ENDPOINT_URL'] = sample.url;
  const provider = createAwsProvider(
    { ROLE_TRUST_CHECK: 'enforce', LIMIT_SCAN_CALLS_AT_ONCE: 24, LIMIT_CLOUD_CALL_SECONDS: 30 },
    createLog({ name: 'test', level: 'silent' }),
  );
  scans = await createScanHarness(provider);
  scans.startWorker(provider);
  const { body } = await scans.api.http
    .post(at('/accounts'))
    .set(scans.user.key)
    .send({
      name: 'cis',
      provider: 'aws',
      external_account_id: ACCOUNT,
      role_arn: `arn:aws:iam::${ACCOUNT}:role/TriplineScanner`,
    })
    .expect(200);
  account = body.id;
  sample.account(ACCOUNT).roles = [{ name: 'TriplineScanner', externalId: body.connection.external_id }];
});
afterAll(async () => {
  await scans.close();
  await sample.close();
  process.env = before;
});

const get = async (path: string) =>
  (
    await scans.api.http
      .get(at(`/accounts/${account}${path}`))
      .set(scans.user.key)
      .expect(200)
  ).body;

/** The pieces of the benchmark's layout, each of which may be left out or changed. */
interface Layout {
  trail?: Partial<Trail> | null;
  group?: boolean;
  filter?: boolean;
  alarm?: Partial<MetricAlarm> | null;
}

/** A trail of all regions, into a log group, with a filter on changes of trails, an alarm and a topic; all of it in one region. */
function home({ trail = {}, group = true, filter = true, alarm = {} }: Layout): RegionInventory {
  return {
    cloudtrail: {
      trails:
        trail === null
          ? []
          : [
              {
                Name: 'main',
                IsMultiRegionTrail: true,
                CloudWatchLogsLogGroupArn: `arn:aws:logs:${HOME}:111122223333:log-group:trail:*`,
                status: { IsLogging: true },
                ...trail,
              },
            ],
    },
    logs: {
      logGroups: !group
        ? []
        : [
            {
              logGroupName: 'trail',
              metricFilters: filter
                ? [
                    {
                      filterName: 'trail-changes',
                      filterPattern:
                        '{ ($.eventName = UpdateTrail) || ($.eventName = DeleteTrail) || ($.eventName = StopLogging) }',
                      metricTransformations: [
                        { metricNamespace: 'CISBenchmark', metricName: 'TrailChanges', metricValue: '1' },
                      ],
                    },
                  ]
                : [],
            },
          ],
    },
    cloudwatch: {
      metricAlarms:
        alarm === null
          ? []
          : [
              {
                AlarmName: 'trail-changes',
                Namespace: 'CISBenchmark',
                MetricName: 'TrailChanges',
                ActionsEnabled: true,
                AlarmActions: [TOPIC],
                StateValue: 'OK',
                ...alarm,
              },
            ],
    },
  };
}

/** What a scan finds in the account with this layout, and the coverage of one technique, as the API answers. */
async function scanned(layout: Layout, regions: readonly string[] = REGIONS) {
  sample.account(ACCOUNT).regions = Object.fromEntries(
    REGIONS.map((region) => [region, region === HOME ? home(layout) : {}]),
  );
  expect(await scanOnce(scans, account, { regions })).toMatchObject({ status: 'completed', errors: [] });
  const { detections } = await get('/detections?page_size=200');
  const { techniques } = await get('/coverage/techniques?limit=500');
  const reasons = Object.fromEntries(
    detections.map((one: { detection_type: string; status_reason: string | null }) => [
      one.detection_type,
      one.status_reason,
    ]),
  );
  const coverage = techniques.find((one: { technique_id: string }) => one.technique_id === TRAIL_STOPPED);
  return { reasons, coverage };
}

describe('a trail of all regions, its log group, a filter, an alarm and a topic', () => {
  test('cover in every region that the events come from, in whatever order the regions are read', async () => {
    for (const regions of [REGIONS, [...REGIONS].reverse()]) {
      const { coverage } = await scanned({}, regions);
      expect(coverage).toMatchObject({ status: 'covered', regions_covered: REGIONS, reasons: [] });
    }
  });

  test.each<[string, Layout, string, Record<string, string>]>([
    ['the trail is gone', { trail: null }, 'uncovered', { cloudwatch_metric_filter: 'aws:no_trail' }],
    [
      'the trail is stopped',
      { trail: { status: { IsLogging: false } } },
      'uncovered',
      { cloudwatch_metric_filter: 'aws:trail_stopped', cloudwatch_alarm: 'aws:trail_stopped' },
    ],
    [
      'the trail writes into no log group',
      { trail: { CloudWatchLogsLogGroupArn: undefined } },
      'uncovered',
      { cloudwatch_metric_filter: 'aws:not_feeding' },
    ],
    ['the log group is gone', { group: false }, 'uncovered', { cloudwatch_alarm: 'aws:no_filter' }],
    ['the filter is gone', { filter: false }, 'uncovered', { cloudwatch_alarm: 'aws:no_filter' }],
    ['the alarm is gone', { alarm: null }, 'partial', { cloudwatch_metric_filter: 'aws:no_alarm' }],
    [
      'the alarm has no topic',
      { alarm: { AlarmActions: [] } },
      'partial',
      { cloudwatch_alarm: 'aws:no_actions', cloudwatch_metric_filter: 'aws:no_actions' },
    ],
    ['the alarm is muted', { alarm: { ActionsEnabled: false } }, 'partial', { cloudwatch_alarm: 'aws:actions_muted' }],
  ])('do not where %s, and that is said', async (_, layout, status, expected) => {
    const { coverage, reasons } = await scanned(layout);
    expect(coverage.status).toBe(status);
    expect(reasons).toMatchObject(expected);
    const told = coverage.reasons.join(' ');
    // Without its filter nothing is known of what the alarm was for.
    if (layout.filter !== false && layout.group !== false)
      for (const reason of Object.values(expected)) expect(told).toContain(reason.replace('aws:', ''));
  });

  test('cover their own region alone where the trail is of one region, and the others are named', async () => {
    const { coverage } = await scanned({ trail: { IsMultiRegionTrail: false } });
    expect(coverage).toMatchObject({ status: 'partial', regions_covered: [HOME] });
    expect(coverage.reasons).toEqual([`No detection that can fire sees ${OTHERS.join(', ')}.`]);
  });
});
