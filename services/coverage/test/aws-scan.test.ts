import { syntheticInventory } from '@tripline/aws-sample';
import { awsSamples, callCounts, found, REGION } from './support/aws.js';

const start = awsSamples();

test('a whole scan makes no call that it could do without', async () => {
  const regions = [REGION, 'eu-west-1'];
  const perRegion = {
    eventRules: 120,
    metricAlarms: 150,
    metricFilters: 60,
    queryDefinitions: 10,
    configRules: 30,
    securityControls: 120,
    guarddutyFilters: 3,
    lambdaFunctions: 5,
  };
  const [account] = Object.values(syntheticInventory({ regions, perRegion }).accounts);
  const { sample, connect, signal } = await start({ regions: account?.regions ?? {} });
  const session = await connect();
  const { enabled } = await session.listRegions();
  const cells = session.cells(enabled);
  const perCell = await Promise.all(cells.map((cell) => found(session, cell, signal)));
  const perPage = (count: number, page: number) => regions.length * Math.ceil(count / page);
  const eachRegion = regions.length;
  const enabledRules = perRegion.eventRules * 0.9;
  expect(callCounts(sample)).toEqual({
    'sts:AssumeRole': 2,
    'ec2:DescribeRegions': 1,
    'accessanalyzer:ListAnalyzers': eachRegion,
    'macie:GetMacieSession': eachRegion,
    'macie:ListClassificationJobs': eachRegion,
    'inspector:BatchGetAccountStatus': eachRegion,
    'inspector:ListFilters': eachRegion,
    'cloudtrail:DescribeTrails': eachRegion,
    'cloudtrail:GetTrailStatus': eachRegion,
    'cloudtrail:ListEventDataStores': eachRegion,
    'guardduty:ListDetectors': eachRegion,
    'guardduty:GetDetector': eachRegion,
    'guardduty:ListFilters': eachRegion,
    'guardduty:GetFilter': eachRegion * perRegion.guarddutyFilters,
    'guardduty:ListCustomDetectionRules': eachRegion,
    'cloudwatch:DescribeAlarms': perPage(perRegion.metricAlarms, 100),
    'logs:DescribeMetricFilters': perPage(perRegion.metricFilters, 50),
    'logs:DescribeQueryDefinitions': eachRegion,
    'logs:ListScheduledQueries': eachRegion,
    // Of the one group that has metric filters.
    'logs:DescribeSubscriptionFilters': eachRegion,
    'config:DescribeConfigRules': perPage(perRegion.configRules, 25),
    'config:DescribeConfigurationRecorderStatus': eachRegion,
    'securityhub:DescribeHub': eachRegion,
    'securityhub:GetEnabledStandards': eachRegion,
    'securityhub:DescribeStandardsControls': perPage(perRegion.securityControls, 100),
    'securityhub:GetInsights': eachRegion,
    'eventbridge:ListEventBuses': eachRegion,
    'eventbridge:ListRules': perPage(perRegion.eventRules, 100),
    'eventbridge:ListTargetsByRule': eachRegion * enabledRules,
  });
  expect(session.calls()).toBe(sample.calls().calls);
  // Nothing is found twice, whatever several cells have to do with it.
  const keys = perCell.flat().map(({ type, region, key }) => `${type} ${region} ${key}`);
  expect(new Set(keys).size).toBe(keys.length);
});

test('CloudTrail gets no more calls in a second than it takes', async () => {
  const eventDataStores = Array.from({ length: 40 }, (_, n) => ({
    Name: `store-${n}`,
    EventDataStoreArn: `arn:aws:cloudtrail:${REGION}:111122223333:eventdatastore/${n}`,
    Status: 'ENABLED' as const,
  }));
  const { sample, read } = await start({ regions: { [REGION]: { cloudtrail: { eventDataStores } } } });
  expect(await read('cloudtrail')).toEqual([]);
  expect(sample.calls({ service: 'cloudtrail' }).calls).toBe(42);
  // Ten at once and ten a second after that, with room for a machine that stands still for a moment.
  expect(sample.calls().peakPerSecond.cloudtrail).toBeLessThanOrEqual(25);
});
