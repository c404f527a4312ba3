import { AccessAnalyzerClient, ListAnalyzersCommand } from '@aws-sdk/client-accessanalyzer';
import {
  CloudTrailClient,
  DescribeTrailsCommand,
  GetEventDataStoreCommand,
  GetEventSelectorsCommand,
  GetInsightSelectorsCommand,
  GetTrailStatusCommand,
  ListEventDataStoresCommand,
  ListTrailsCommand,
} from '@aws-sdk/client-cloudtrail';
import { BatchGetAccountStatusCommand, Inspector2Client, ListFiltersCommand } from '@aws-sdk/client-inspector2';
import {
  GetPolicyCommand,
  LambdaClient,
  ListEventSourceMappingsCommand,
  ListFunctionsCommand,
  ListTagsCommand,
} from '@aws-sdk/client-lambda';
import { GetMacieSessionCommand, ListClassificationJobsCommand, Macie2Client } from '@aws-sdk/client-macie2';
import { SAMPLE_ACCOUNT, sampleAccount } from './support/sample-account.js';
import { refusal, samples } from './support/sdk.js';

const start = samples();
const TRAIL = `arn:aws:cloudtrail:us-east-1:${SAMPLE_ACCOUNT}:trail/harbor-trail`;

test('every region lists a multi-region trail, with one home region', async () => {
  const { config } = await sampleAccount(start);
  const home = new CloudTrailClient(config());
  const elsewhere = new CloudTrailClient(config('eu-west-1'));
  const { trailList } = await home.send(new DescribeTrailsCommand({}));
  expect(trailList?.map((trail) => trail.Name)).toEqual(['harbor-trail', 'data-events-trail']);
  const shadows = await elsewhere.send(new DescribeTrailsCommand({}));
  expect(shadows.trailList).toMatchObject([{ TrailARN: TRAIL, HomeRegion: 'us-east-1', HasInsightSelectors: true }]);
  expect((await elsewhere.send(new DescribeTrailsCommand({ includeShadowTrails: false }))).trailList).toEqual([]);
  expect((await elsewhere.send(new ListTrailsCommand({}))).Trails).toHaveLength(2);
  expect((await elsewhere.send(new GetTrailStatusCommand({ Name: TRAIL }))).IsLogging).toBe(true);
  const byName = await refusal(elsewhere.send(new GetTrailStatusCommand({ Name: 'harbor-trail' })));
  expect(byName.name).toBe('TrailNotFoundException');
});

test('a trail has status, selectors and Insights', async () => {
  const { config } = await sampleAccount(start);
  const trails = new CloudTrailClient(config());
  const status = await trails.send(new GetTrailStatusCommand({ Name: 'data-events-trail' }));
  expect(status).toMatchObject({ IsLogging: false, StopLoggingTime: new Date('2025-12-19T16:40:00Z') });
  const plain = await trails.send(new GetEventSelectorsCommand({ TrailName: 'harbor-trail' }));
  expect(plain.EventSelectors).toMatchObject([{ ReadWriteType: 'All', IncludeManagementEvents: true }]);
  const advanced = await trails.send(new GetEventSelectorsCommand({ TrailName: 'data-events-trail' }));
  expect(advanced.AdvancedEventSelectors?.[0]?.FieldSelectors).toHaveLength(2);
  const insights = await trails.send(new GetInsightSelectorsCommand({ TrailName: TRAIL }));
  expect(insights.InsightSelectors).toEqual([{ InsightType: 'ApiCallRateInsight' }]);
  const off = await refusal(trails.send(new GetInsightSelectorsCommand({ TrailName: 'data-events-trail' })));
  expect(off.name).toBe('InsightNotEnabledException');
});

test('the list of event data stores gives no status, each store does', async () => {
  const { config } = await sampleAccount(start);
  const trails = new CloudTrailClient(config());
  const { EventDataStores = [] } = await trails.send(new ListEventDataStoresCommand({}));
  expect(EventDataStores.map((store) => store.Status)).toEqual([undefined, undefined]);
  const statuses = await Promise.all(
    EventDataStores.map(async ({ EventDataStoreArn }) => {
      return (await trails.send(new GetEventDataStoreCommand({ EventDataStore: EventDataStoreArn }))).Status;
    }),
  );
  expect(statuses).toEqual(['ENABLED', 'STOPPED_INGESTION']);
  const nothing = await refusal(trails.send(new GetEventDataStoreCommand({ EventDataStore: 'nothing' })));
  expect(nothing.name).toBe('EventDataStoreNotFoundException');
});

test('Access Analyzer lists analyzers and their state', async () => {
  const { config } = await sampleAccount(start);
  const { analyzers } = await new AccessAnalyzerClient(config()).send(new ListAnalyzersCommand({}));
  expect(analyzers?.map((analyzer) => [analyzer.type, analyzer.status])).toEqual([
    ['ACCOUNT', 'ACTIVE'],
    ['ACCOUNT_UNUSED_ACCESS', 'FAILED'],
  ]);
});

test('Macie is enabled, paused, or not enabled at all', async () => {
  const { config } = await sampleAccount(start);
  const here = new Macie2Client(config());
  expect((await here.send(new GetMacieSessionCommand({}))).status).toBe('ENABLED');
  const jobs = await here.send(new ListClassificationJobsCommand({}));
  expect(jobs.items?.map((job) => job.jobStatus)).toEqual(['RUNNING', 'COMPLETE']);
  expect((await new Macie2Client(config('eu-west-1')).send(new GetMacieSessionCommand({}))).status).toBe('PAUSED');
  const off = new Macie2Client(config('eu-central-1'));
  const refused = { name: 'AccessDeniedException', message: 'Macie is not enabled', status: 403 };
  expect(await refusal(off.send(new GetMacieSessionCommand({})))).toEqual(refused);
  expect(await refusal(off.send(new ListClassificationJobsCommand({})))).toEqual(refused);
});

test('Inspector says what it scans and what it suppresses', async () => {
  const { config } = await sampleAccount(start);
  const status = async (region: string) => {
    const answer = await new Inspector2Client(config(region)).send(new BatchGetAccountStatusCommand({}));
    return [answer.accounts?.[0]?.state?.status, answer.accounts?.[0]?.resourceState?.ec2?.status];
  };
  expect(await status('us-east-1')).toEqual(['ENABLED', 'ENABLED']);
  expect(await status('eu-west-1')).toEqual(['SUSPENDED', 'SUSPENDED']);
  expect(await status('eu-central-1')).toEqual(['DISABLED', 'DISABLED']);
  const inspector = new Inspector2Client(config());
  const foreign = await inspector.send(new BatchGetAccountStatusCommand({ accountIds: ['999988887777'] }));
  expect([foreign.accounts, foreign.failedAccounts?.[0]?.errorCode]).toEqual([[], 'ACCESS_DENIED']);
  const { filters } = await inspector.send(new ListFiltersCommand({ action: 'SUPPRESS' }));
  expect(filters?.map((filter) => filter.name)).toEqual(['suppress-dev-images']);
});

test('Lambda lists functions, who may call them, and what invokes them', async () => {
  const { config } = await sampleAccount(start);
  const lambda = new LambdaClient(config());
  const { Functions = [] } = await lambda.send(new ListFunctionsCommand({}));
  expect(Functions).toHaveLength(4);
  const { Policy = '' } = await lambda.send(new GetPolicyCommand({ FunctionName: Functions[0]?.FunctionArn }));
  expect(JSON.parse(Policy).Statement[0].Principal).toEqual({ Service: 'events.amazonaws.com' });
  const none = await refusal(lambda.send(new GetPolicyCommand({ FunctionName: 'nightly-report' })));
  expect(none).toMatchObject({ name: 'ResourceNotFoundException', status: 404 });
  const mappings = await lambda.send(new ListEventSourceMappingsCommand({ FunctionName: 'nightly-report' }));
  expect(mappings.EventSourceMappings).toMatchObject([{ State: 'Enabled', LastModified: expect.any(Date) }]);
  const { Tags } = await lambda.send(new ListTagsCommand({ Resource: Functions[1]?.FunctionArn }));
  expect(Tags).toMatchObject({ team: 'security' });
});
