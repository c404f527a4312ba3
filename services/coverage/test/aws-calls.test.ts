import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { sampleInventory, syntheticInventory } from '@tripline/aws-sample';
import { permissionsPolicy } from '@tripline/coverage-service';
import { ACCOUNT, awsSamples, callCounts, found, REGION } from './support/aws.js';

const start = awsSamples();

test('a scan makes the fewest calls there can be, however many cells want the same', async () => {
  const regions = ['eu-west-1', 'us-east-1', 'us-west-2'];
  const inventory = syntheticInventory({
    regions,
    perRegion: {
      eventRules: 210,
      metricAlarms: 150,
      metricFilters: 120,
      queryDefinitions: 10,
      guarddutyFilters: 60,
      configRules: 30,
      securityControls: 120,
    },
  });
  const [account] = Object.values(inventory.accounts);
  const { sample, connect, signal } = await start({ regions: account?.regions ?? {} });
  const session = await connect();
  const { enabled } = await session.listScopes();
  const cells = await Promise.all(
    session.cells(enabled).map(async (cell) => {
      const detections = await found(session, cell, signal);
      await session.feeds(cell, signal);
      return detections;
    }),
  );

  const perRegion = {
    'guardduty:ListDetectors': 1,
    'guardduty:GetDetector': 1,
    'guardduty:ListFilters': 2,
    // Their list has names alone.
    'guardduty:GetFilter': 60,
    'guardduty:ListCustomDetectionRules': 1,
    // Nobody takes its findings: each way is asked for.
    'securityhub:ListEnabledProductsForImport': 1,
    'guardduty:ListPublishingDestinations': 1,
    // Nor an administrator account.
    'guardduty:GetAdministratorAccount': 1,
    'eventbridge:ListEventBuses': 1,
    'eventbridge:ListRules': 3,
    // Of the rules that are switched on.
    'eventbridge:ListTargetsByRule': 189,
    'cloudwatch:DescribeAlarms': 2,
    'logs:DescribeMetricFilters': 3,
    'logs:DescribeQueryDefinitions': 1,
    'logs:ListScheduledQueries': 1,
    'cloudtrail:DescribeTrails': 1,
    // Of the one group that has metric filters.
    'logs:DescribeSubscriptionFilters': 1,
    'cloudtrail:GetTrailStatus': 1,
    'cloudtrail:ListEventDataStores': 1,
    'config:DescribeConfigRules': 2,
    'config:DescribeConfigurationRecorderStatus': 1,
    'securityhub:DescribeHub': 1,
    'securityhub:GetEnabledStandards': 1,
    'securityhub:DescribeStandardsControls': 2,
    'securityhub:GetInsights': 1,
    'access_analyzer:ListAnalyzers': 1,
    'macie:GetMacieSession': 1,
    'macie:ListClassificationJobs': 1,
    'inspector:BatchGetAccountStatus': 1,
    'inspector:ListFilters': 1,
    'network_firewall:ListFirewalls': 1,
    'ec2:DescribeVpcs': 1,
    'ec2:DescribeFlowLogs': 1,
  };
  expect(callCounts(sample)).toEqual({
    'sts:AssumeRole': 2,
    'ec2:DescribeRegions': 1,
    ...Object.fromEntries(Object.entries(perRegion).map(([name, calls]) => [name, calls * regions.length])),
  });
  expect(session.calls()).toBe(sample.calls().calls);
  expect(sample.calls().failures).toBe(1);
  // Nothing is found twice, whatever several cells have to do with it.
  const keys = cells.flat().map(({ type, scope, key }) => `${type} ${scope} ${key}`);
  expect(new Set(keys).size).toBe(keys.length);
});

test('a scan calls nothing that the policy we ship does not allow', async () => {
  const inventory = await sampleInventory();
  const { sample, connect, signal } = await start({ regions: inventory.accounts[ACCOUNT]?.regions ?? {} });
  const session = await connect();
  const { enabled } = await session.listScopes();
  await Promise.all(
    session.cells(enabled).map(async (cell) => {
      await found(session, cell, signal);
      await session.feeds(cell, signal);
    }),
  );

  const called = sample.calls().counts.map(({ action }) => action);
  const allowed = permissionsPolicy().Statement.flatMap(({ Action }) => Action);
  expect(called).toContain('events:ListTargetsByRule');
  expect(called.filter((action) => !allowed.includes(action) && action !== 'sts:AssumeRole')).toEqual([]);
});

test('CloudTrail gets no more calls a second than it allows', async () => {
  const eventDataStores = Array.from({ length: 40 }, (_, n) => ({
    Name: `store-${n}`,
    EventDataStoreArn: `arn:aws:cloudtrail:${REGION}:${ACCOUNT}:eventdatastore/${n}`,
    Status: 'ENABLED' as const,
  }));
  const { sample, read } = await start({ regions: { [REGION]: { cloudtrail: { eventDataStores } } } });
  expect(await read('cloudtrail')).toEqual([]);
  expect(sample.calls({ service: 'cloudtrail' }).calls).toBe(42);
  // Ten at once and ten a second after that, with room for a machine that stands still for a moment.
  expect(sample.calls().peakPerSecond.cloudtrail).toBeLessThanOrEqual(25);
});

test('a call that waited for its turn keeps the trace of its scan', async () => {
  const { connect, signal } = await start({ callsAtOnce: 1 });
  const session = await connect();
  const caller = new AsyncLocalStorage<string>();
  const seen = new Set<string>();
  const onRequest = (message: unknown): void => {
    const { request } = message as { request: ClientRequest };
    const signedFor = /\/([\w-]+)\/aws4_request/.exec(String(request.getHeader('authorization')))?.[1];
    seen.add(`${signedFor} for ${caller.getStore()}`);
  };
  subscribe('http.client.request.start', onRequest);
  try {
    await Promise.all(
      ['guardduty', 'config', 'securityhub', 'cloudtrail'].map((service) =>
        caller.run(service, () => found(session, { service, scope: REGION }, signal)),
      ),
    );
  } finally {
    unsubscribe('http.client.request.start', onRequest);
  }
  expect([...seen].sort()).toEqual([
    'cloudtrail for cloudtrail',
    'config for config',
    'guardduty for guardduty',
    'securityhub for securityhub',
  ]);
});
