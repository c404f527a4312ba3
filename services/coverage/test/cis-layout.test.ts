import { covers, mappingConfidence } from '@tripline/attack';
import type { MetricAlarm, RegionInventory, Trail } from '@tripline/aws-sample';
import {
  computeCoverage,
  type FoundDetection,
  type KnownCell,
  mapDetection,
  type TechniqueSight,
} from '@tripline/coverage-service';
import { awsSamples } from './support/aws.js';

const start = awsSamples();
const HOME = 'us-east-1';
const OTHERS = ['ap-southeast-2', 'eu-west-1'];
const REGIONS = [...OTHERS, HOME];
const TOPIC = 'arn:aws:sns:us-east-1:111122223333:security';
const TRAIL_STOPPED = 'T1685.002';

/** The pieces of the benchmark's layout, each of which may be left out or changed. */
interface Layout {
  trail?: Partial<Trail> | null;
  filter?: boolean;
  alarm?: Partial<MetricAlarm> | null;
}

/** A trail of all regions, into a log group, with a filter on changes of trails, an alarm and a topic; all of it in one region. */
function home({ trail = {}, filter = true, alarm = {} }: Layout): RegionInventory {
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
      logGroups: [
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

const sightsOf = (found: FoundDetection, service: string): TechniqueSight[] =>
  mapDetection(found)
    .filter(({ category }) => category === 'detect')
    .map((mapping) => ({
      service,
      region: found.region,
      sees: found.seen_regions ?? null,
      status: found.status,
      statusReason: found.statusReason,
      techniqueId: mapping.techniqueId,
      confidence: mappingConfidence(mapping),
      covering: covers(mapping) ? mappingConfidence(mapping) : 0,
      detections: 1,
    }));

/** What a scan of the regions finds in an account with this layout, and the coverage of one technique. */
async function scanned(layout: Layout, regions: readonly string[] = REGIONS) {
  const { read } = await start({
    regions: Object.fromEntries(REGIONS.map((region) => [region, region === HOME ? home(layout) : {}])),
  });
  const sights: TechniqueSight[] = [];
  const cells: KnownCell[] = [];
  const reasons: Record<string, string | null> = {};
  for (const region of regions) {
    for (const service of ['logs', 'cloudwatch']) {
      cells.push({ service, region, isKnown: true, readAt: new Date() });
      for (const found of await read(service, region)) {
        reasons[found.type] = found.statusReason;
        sights.push(...sightsOf(found, service));
      }
    }
  }
  const coverage = computeCoverage(sights, cells).find(({ techniqueId }) => techniqueId === TRAIL_STOPPED);
  return { reasons, coverage };
}

describe('a trail of all regions, its log group, a filter, an alarm and a topic', () => {
  test('cover in every region that the events come from, in whatever order the regions are read', async () => {
    for (const regions of [REGIONS, [...REGIONS].reverse()]) {
      const { coverage } = await scanned({}, regions);
      expect(coverage).toMatchObject({ status: 'covered', regionsCovered: REGIONS, reasons: [] });
    }
  });

  test.each<[string, Layout, string, Record<string, string>]>([
    ['the trail is gone', { trail: null }, 'uncovered', { cloudwatch_metric_filter: 'no_trail' }],
    [
      'the trail is stopped',
      { trail: { status: { IsLogging: false } } },
      'uncovered',
      { cloudwatch_metric_filter: 'trail_stopped', cloudwatch_alarm: 'trail_stopped' },
    ],
    [
      'the trail writes into no log group',
      { trail: { CloudWatchLogsLogGroupArn: undefined } },
      'uncovered',
      { cloudwatch_metric_filter: 'not_feeding' },
    ],
    ['the filter is gone', { filter: false }, 'uncovered', { cloudwatch_alarm: 'no_filter' }],
    ['the alarm is gone', { alarm: null }, 'partial', { cloudwatch_metric_filter: 'no_alarm' }],
    [
      'the alarm has no topic',
      { alarm: { AlarmActions: [] } },
      'partial',
      { cloudwatch_alarm: 'no_actions', cloudwatch_metric_filter: 'no_actions' },
    ],
    ['the alarm is muted', { alarm: { ActionsEnabled: false } }, 'partial', { cloudwatch_alarm: 'actions_muted' }],
  ])('do not where %s, and that is said', async (_, layout, status, expected) => {
    const { coverage, reasons } = await scanned(layout);
    expect(coverage?.status).toBe(status);
    expect(reasons).toMatchObject(expected);
    const told = coverage?.reasons.join(' ');
    // Without its filter nothing is known of what the alarm was for.
    if (layout.filter !== false) for (const reason of Object.values(expected)) expect(told).toContain(reason);
  });

  test('cover their own region alone where the trail is of one region, and the others are named', async () => {
    const { coverage } = await scanned({ trail: { IsMultiRegionTrail: false } });
    expect(coverage).toMatchObject({ status: 'partial', regionsCovered: [HOME] });
    expect(coverage?.reasons).toEqual([`No detection that can fire sees ${OTHERS.join(', ')}.`]);
  });
});
