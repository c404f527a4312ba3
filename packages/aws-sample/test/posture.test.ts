import {
  ConfigServiceClient,
  DescribeConfigRulesCommand,
  DescribeConfigurationRecorderStatusCommand,
  DescribeConfigurationRecordersCommand,
  DescribeConformancePacksCommand,
} from '@aws-sdk/client-config-service';
import {
  BatchGetStandardsControlAssociationsCommand,
  DescribeHubCommand,
  DescribeStandardsCommand,
  DescribeStandardsControlsCommand,
  GetEnabledStandardsCommand,
  GetInsightsCommand,
  ListEnabledProductsForImportCommand,
  ListSecurityControlDefinitionsCommand,
  ListStandardsControlAssociationsCommand,
  SecurityHubClient,
} from '@aws-sdk/client-securityhub';
import { SAMPLE_ACCOUNT, sampleAccount } from './support/sample-account.js';
import { refusal, samples } from './support/sdk.js';

const start = samples();
const FSBP = 'arn:aws:securityhub:us-east-1::standards/aws-foundational-security-best-practices/v/1.0.0';

test('Config lists rules, and says whether the recorder that feeds them runs', async () => {
  const { config } = await sampleAccount(start);
  const here = new ConfigServiceClient(config());
  const { ConfigRules = [] } = await here.send(new DescribeConfigRulesCommand({}));
  expect(ConfigRules).toHaveLength(8);
  expect(ConfigRules[0]).toMatchObject({
    ConfigRuleName: 'restricted-ssh',
    Source: { Owner: 'AWS', SourceIdentifier: 'INCOMING_SSH_DISABLED' },
    ConfigRuleArn: expect.stringMatching(/^arn:aws:config:us-east-1:111122223333:config-rule\/config-rule-\w{6}$/),
  });
  const status = async (client: ConfigServiceClient) =>
    (await client.send(new DescribeConfigurationRecorderStatusCommand({}))).ConfigurationRecordersStatus;
  expect(await status(here)).toMatchObject([{ name: 'default', recording: true, lastStatus: 'Success' }]);
  expect(await status(new ConfigServiceClient(config('eu-west-1')))).toMatchObject([
    { recording: false, lastStatus: 'Failure' },
  ]);
  expect(await status(new ConfigServiceClient(config('eu-central-1')))).toEqual([]);
  const { ConfigurationRecorders } = await here.send(new DescribeConfigurationRecordersCommand({}));
  expect(ConfigurationRecorders).toMatchObject([{ recordingGroup: { allSupported: true } }]);
  const packs = await here.send(new DescribeConformancePacksCommand({}));
  expect(packs.ConformancePackDetails?.map((pack) => pack.ConformancePackName)).toEqual(['identity-basics']);
});

test('Config refuses unknown names, each kind with its own code', async () => {
  const { config } = await sampleAccount(start);
  const client = new ConfigServiceClient(config());
  const name = async (promise: Promise<unknown>) => (await refusal(promise)).name;
  const names = ['nothing'];
  expect(await name(client.send(new DescribeConfigRulesCommand({ ConfigRuleNames: names })))).toBe(
    'NoSuchConfigRuleException',
  );
  expect(
    await name(client.send(new DescribeConfigurationRecordersCommand({ ConfigurationRecorderNames: names }))),
  ).toBe('NoSuchConfigurationRecorderException');
  expect(await name(client.send(new DescribeConformancePacksCommand({ ConformancePackNames: names })))).toBe(
    'NoSuchConformancePackException',
  );
  expect(await name(client.send(new DescribeConfigRulesCommand({ NextToken: 'foreign' })))).toBe(
    'InvalidNextTokenException',
  );
});

test('Security Hub lists standards, and controls with their state in each', async () => {
  const { config } = await sampleAccount(start);
  const hub = new SecurityHubClient(config());
  expect(await hub.send(new DescribeHubCommand({}))).toMatchObject({
    HubArn: `arn:aws:securityhub:us-east-1:${SAMPLE_ACCOUNT}:hub/default`,
    AutoEnableControls: true,
  });
  const { StandardsSubscriptions = [] } = await hub.send(new GetEnabledStandardsCommand({ MaxResults: 100 }));
  expect(StandardsSubscriptions.map((subscription) => subscription.StandardsStatus)).toEqual(['READY', 'READY']);
  expect((await hub.send(new DescribeStandardsCommand({}))).Standards).toHaveLength(3);
  const { Controls } = await hub.send(
    new DescribeStandardsControlsCommand({
      StandardsSubscriptionArn: StandardsSubscriptions[0]?.StandardsSubscriptionArn,
    }),
  );
  const off = Controls?.filter((control) => control.ControlStatus === 'DISABLED');
  expect(off?.map((control) => control.ControlId)).toEqual(['Lambda.1', 'SSM.1']);
  const inStandard = await hub.send(new ListSecurityControlDefinitionsCommand({ StandardsArn: FSBP }));
  const everywhere = await hub.send(new ListSecurityControlDefinitionsCommand({}));
  expect(inStandard.SecurityControlDefinitions?.length).toBe(22);
  expect(everywhere.SecurityControlDefinitions?.length).toBe(23);
});

test('Security Hub lists the associations of one control, or of many at once', async () => {
  const { config } = await sampleAccount(start);
  const hub = new SecurityHubClient(config());
  const one = await hub.send(new ListStandardsControlAssociationsCommand({ SecurityControlId: 'EC2.2' }));
  expect(one.StandardsControlAssociationSummaries).toHaveLength(2);
  const many = await hub.send(
    new BatchGetStandardsControlAssociationsCommand({
      StandardsControlAssociationIds: [
        { SecurityControlId: 'SSM.1', StandardsArn: FSBP },
        { SecurityControlId: 'Nothing.1', StandardsArn: FSBP },
      ],
    }),
  );
  expect(many.StandardsControlAssociationDetails).toMatchObject([
    {
      SecurityControlId: 'SSM.1',
      AssociationStatus: 'DISABLED',
      UpdatedReason: expect.any(String),
      UpdatedAt: expect.any(Date),
    },
  ]);
  expect(many.UnprocessedAssociations).toMatchObject([
    { StandardsControlAssociationId: { SecurityControlId: 'Nothing.1' } },
  ]);
  const tooMany = Array.from({ length: 101 }, () => ({ SecurityControlId: 'SSM.1', StandardsArn: FSBP }));
  const refused = refusal(
    hub.send(new BatchGetStandardsControlAssociationsCommand({ StandardsControlAssociationIds: tooMany })),
  );
  expect(await refused).toMatchObject({ name: 'InvalidInputException', status: 400 });
  expect((await hub.send(new GetInsightsCommand({}))).Insights?.map((insight) => insight.Name)).toEqual([
    'Credentials exposed',
  ]);
  expect((await hub.send(new ListEnabledProductsForImportCommand({}))).ProductSubscriptions).toHaveLength(2);
});

test('where Security Hub is not enabled, every operation says so', async () => {
  const { config } = await sampleAccount(start);
  const hub = new SecurityHubClient(config('eu-central-1'));
  for (const send of [
    () => hub.send(new DescribeHubCommand({})),
    () => hub.send(new GetEnabledStandardsCommand({})),
    () => hub.send(new GetInsightsCommand({})),
    () => hub.send(new ListSecurityControlDefinitionsCommand({})),
  ]) {
    expect(await refusal(send())).toEqual({
      name: 'InvalidAccessException',
      message: `Account ${SAMPLE_ACCOUNT} is not subscribed to AWS Security Hub`,
      status: 401,
    });
  }
});
