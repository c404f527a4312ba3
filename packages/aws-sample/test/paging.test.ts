import { CloudWatchClient, paginateDescribeAlarms } from '@aws-sdk/client-cloudwatch';
import {
  CloudWatchLogsClient,
  DescribeMetricFiltersCommand,
  DescribeQueryDefinitionsCommand,
  paginateDescribeMetricFilters,
} from '@aws-sdk/client-cloudwatch-logs';
import { ConfigServiceClient, paginateDescribeConfigRules } from '@aws-sdk/client-config-service';
import { EventBridgeClient, ListRulesCommand, type ListRulesCommandOutput } from '@aws-sdk/client-eventbridge';
import { GuardDutyClient, ListFiltersCommand, paginateListFilters } from '@aws-sdk/client-guardduty';
import { LambdaClient, paginateListFunctions } from '@aws-sdk/client-lambda';
import { paginateListSecurityControlDefinitions, SecurityHubClient } from '@aws-sdk/client-securityhub';
import { syntheticInventory } from '@tripline/aws-sample';
import fc from 'fast-check';
import { assume, clientConfig, refusal, samples } from './support/sdk.js';

const ACCOUNT = '200000000000';
const COUNT = 120;
const inventory = syntheticInventory({
  externalId: null,
  perRegion: {
    eventRules: COUNT,
    metricAlarms: COUNT,
    metricFilters: COUNT,
    queryDefinitions: 1001,
    configRules: COUNT,
    securityControls: COUNT,
    guarddutyFilters: COUNT,
    lambdaFunctions: COUNT,
  },
});
const start = samples();

async function started(region = 'us-east-1') {
  const sample = await start({ inventory });
  return { config: clientConfig(sample, region, await assume(sample, ACCOUNT, 'TriplineScanner')) };
}

async function sizes<P>(
  pages: AsyncIterable<P>,
  items: (page: P) => readonly unknown[] | undefined,
): Promise<number[]> {
  const found: number[] = [];
  for await (const page of pages) found.push(items(page)?.length ?? 0);
  return found;
}

test('each service pages in its own size', async () => {
  const { config } = await started();
  const guardduty = new GuardDutyClient(config);
  const DetectorId = `d${ACCOUNT}useast1`;
  expect(await sizes(paginateListFilters({ client: guardduty }, { DetectorId }), (page) => page.FilterNames)).toEqual([
    50, 50, 20,
  ]);
  const cloudwatch = new CloudWatchClient(config);
  expect(
    await sizes(paginateDescribeAlarms({ client: cloudwatch, pageSize: 100 }, {}), (page) => page.MetricAlarms),
  ).toEqual([100, 20]);
  const logs = new CloudWatchLogsClient(config);
  expect(await sizes(paginateDescribeMetricFilters({ client: logs }, {}), (page) => page.metricFilters)).toEqual([
    50, 50, 20,
  ]);
  const aws = new ConfigServiceClient(config);
  expect(await sizes(paginateDescribeConfigRules({ client: aws }, {}), (page) => page.ConfigRules)).toEqual([
    25, 25, 25, 25, 20,
  ]);
  const hub = new SecurityHubClient(config);
  const controls = paginateListSecurityControlDefinitions({ client: hub, pageSize: 100 }, {});
  expect(await sizes(controls, (page) => page.SecurityControlDefinitions)).toEqual([100, 20]);
  const lambda = new LambdaClient(config);
  expect(
    await sizes(paginateListFunctions({ client: lambda }, { MaxItems: 10_000 }), (page) => page.Functions),
  ).toEqual([50, 50, 20]);
  const queries = await logs.send(new DescribeQueryDefinitionsCommand({}));
  expect(queries.queryDefinitions).toHaveLength(1000);
  const rest = await logs.send(new DescribeQueryDefinitionsCommand({ nextToken: queries.nextToken }));
  expect([rest.queryDefinitions?.length, rest.nextToken]).toEqual([1, undefined]);
});

test('whatever the page size, the pages hold every item once and in order', async () => {
  const { config } = await started();
  const events = new EventBridgeClient(config);
  const names = Array.from({ length: COUNT }, (_, at) => `rule-${at}`);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 7, max: 100 }), async (Limit) => {
      const seen: (string | undefined)[] = [];
      let NextToken: string | undefined;
      do {
        const page: ListRulesCommandOutput = await events.send(new ListRulesCommand({ Limit, NextToken }));
        expect(page.Rules?.length).toBeLessThanOrEqual(Limit);
        seen.push(...(page.Rules ?? []).map((rule) => rule.Name));
        NextToken = page.NextToken;
      } while (NextToken !== undefined);
      expect(seen).toEqual(names);
    }),
    { numRuns: 15 },
  );
});

test('a token of another list is refused, and so is an invented one', async () => {
  const { config } = await started();
  const events = new EventBridgeClient(config);
  const { NextToken = '' } = await events.send(new ListRulesCommand({ Limit: 10 }));
  const elsewhere = new EventBridgeClient({ ...config, region: 'eu-west-1' });
  const again = await start({ inventory });
  const restarted = new EventBridgeClient(
    clientConfig(again, 'us-east-1', await assume(again, ACCOUNT, 'TriplineScanner')),
  );
  const changed = `${NextToken.startsWith('A') ? 'B' : 'A'}${NextToken.slice(1)}`;
  for (const [client, input] of [
    [elsewhere, { NextToken }],
    [restarted, { NextToken }],
    [events, { NextToken, NamePrefix: 'rule-1' }],
    [events, { NextToken: changed }],
    [events, { NextToken: '10' }],
  ] as const) {
    expect(await refusal(client.send(new ListRulesCommand(input)))).toMatchObject({
      name: 'ValidationException',
      status: 400,
    });
  }
  const logs = new CloudWatchLogsClient(config);
  expect((await refusal(logs.send(new DescribeMetricFiltersCommand({ nextToken: NextToken })))).name).toBe(
    'InvalidParameterException',
  );
});

test.each([0, 51, -1])('a page size of %i is out of bounds for GuardDuty', async (MaxResults) => {
  const { config } = await started();
  const asked = new ListFiltersCommand({ DetectorId: `d${ACCOUNT}useast1`, MaxResults });
  expect(await refusal(new GuardDutyClient(config).send(asked))).toMatchObject({
    name: 'BadRequestException',
    status: 400,
  });
});
