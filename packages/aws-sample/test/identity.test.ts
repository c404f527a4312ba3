import { CloudWatchClient, DescribeAlarmsCommand } from '@aws-sdk/client-cloudwatch';
import { DescribeRegionsCommand, EC2Client } from '@aws-sdk/client-ec2';
import { EventBridgeClient, ListEventBusesCommand, ListRulesCommand } from '@aws-sdk/client-eventbridge';
import { GuardDutyClient, ListDetectorsCommand } from '@aws-sdk/client-guardduty';
import { AssumeRoleCommand, GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import type { Inventory } from '@tripline/aws-sample';
import { assume, clientConfig, refusal, samples } from './support/sdk.js';

const ACCOUNT = '111122223333';
const INVENTORY: Inventory = {
  workerAccount: '444455556666',
  accounts: {
    [ACCOUNT]: {
      accessKeys: ['AKIAOPERATOR00000000'],
      roles: [
        { name: 'Scanner', externalId: 'right-id' },
        { name: 'audit/Nested', externalId: 'right-id', maxSessionSeconds: 7200 },
        { name: 'Open', externalId: null },
        {
          name: 'Narrow',
          externalId: null,
          deniedActions: ['guardduty:*', 'events:List*s', 'ec2:describeregions', 'cloudwatch:*'],
        },
      ],
      regions: { 'us-east-1': {}, 'eu-south-1': { optIn: 'opted-in' }, 'af-south-1': { optIn: 'not-opted-in' } },
    },
  },
};
const start = samples();

function assumeRole(sts: STSClient, input: Partial<AssumeRoleCommand['input']>) {
  return sts.send(
    new AssumeRoleCommand({ RoleArn: `arn:aws:iam::${ACCOUNT}:role/Scanner`, RoleSessionName: 'scan', ...input }),
  );
}

test('a role with the right external id gives a session that acts in its account', async () => {
  const sample = await start({ inventory: INVENTORY });
  const sts = new STSClient(clientConfig(sample));
  const answer = await assumeRole(sts, { ExternalId: 'right-id', DurationSeconds: 900 });
  expect(answer.AssumedRoleUser?.Arn).toBe(`arn:aws:sts::${ACCOUNT}:assumed-role/Scanner/scan`);
  const seconds = ((answer.Credentials?.Expiration?.getTime() ?? 0) - Date.now()) / 1000;
  expect(Math.round(seconds / 60)).toBe(15);
  const session = await assume(sample, ACCOUNT, 'audit/Nested', 'right-id');
  const identity = await new STSClient(clientConfig(sample, 'eu-west-1', session)).send(
    new GetCallerIdentityCommand({}),
  );
  expect(identity.Account).toBe(ACCOUNT);
  expect(identity.Arn).toBe(`arn:aws:sts::${ACCOUNT}:assumed-role/Nested/test`);
});

test("callers without a role are the worker's account, or the account that lists their key", async () => {
  const sample = await start({ inventory: INVENTORY });
  const worker = await new STSClient(clientConfig(sample)).send(new GetCallerIdentityCommand({}));
  expect(worker.Account).toBe('444455556666');
  const operator = clientConfig(sample, 'us-east-1', { accessKeyId: 'AKIAOPERATOR00000000', secretAccessKey: 'none' });
  expect((await new STSClient(operator).send(new GetCallerIdentityCommand({}))).Account).toBe(ACCOUNT);
});

test.each([
  ['a wrong external id', { ExternalId: 'wrong-id' }],
  ['no external id', {}],
  ['an unknown role', { RoleArn: `arn:aws:iam::${ACCOUNT}:role/Nobody`, ExternalId: 'right-id' }],
  ['an unknown account', { RoleArn: 'arn:aws:iam::999988887777:role/Scanner', ExternalId: 'right-id' }],
])('%s is refused without saying what is wrong', async (_, input) => {
  const sample = await start({ inventory: INVENTORY });
  const refused = await refusal(assumeRole(new STSClient(clientConfig(sample)), input));
  const role = ('RoleArn' in input ? input.RoleArn : undefined) ?? `arn:aws:iam::${ACCOUNT}:role/Scanner`;
  expect(refused).toEqual({
    name: 'AccessDenied',
    status: 403,
    message: `User: arn:aws:iam::444455556666:user/tripline-worker is not authorized to perform: sts:AssumeRole on resource: ${role}`,
  });
});

test('a role whose trust policy demands no external id accepts any', async () => {
  const sample = await start({ inventory: INVENTORY });
  const sts = new STSClient(clientConfig(sample));
  const answer = await assumeRole(sts, { RoleArn: `arn:aws:iam::${ACCOUNT}:role/Open`, ExternalId: 'anything' });
  expect(answer.Credentials?.AccessKeyId).toMatch(/^ASIA[A-Z2-7]{16}$/);
});

test.each([
  ['an ARN that is no role', { RoleArn: 'arn:aws:iam::111122223333:user/someone-else' }],
  ['a session name that IAM does not allow', { RoleSessionName: 'with space' }],
  ['a session longer than the role allows', { ExternalId: 'right-id', DurationSeconds: 3601 }],
  ['a session shorter than STS allows', { ExternalId: 'right-id', DurationSeconds: 899 }],
  ['an external id with characters that STS does not allow', { ExternalId: 'a b' }],
])('%s is a ValidationError', async (_, input) => {
  const sample = await start({ inventory: INVENTORY });
  const refused = await refusal(assumeRole(new STSClient(clientConfig(sample)), input));
  expect(refused).toMatchObject({ name: 'ValidationError', status: 400 });
});

test('a request without signature is refused by every protocol in its own words', async () => {
  const sample = await start({ inventory: INVENTORY });
  const json = await fetch(sample.url, {
    method: 'POST',
    headers: { 'x-amz-target': 'AWSEvents.ListRules' },
    body: '{}',
  });
  expect(await json.json()).toMatchObject({ __type: 'MissingAuthenticationTokenException' });
  const rest = await fetch(`${sample.url}/detector`);
  expect([rest.status, rest.headers.get('x-amzn-errortype')]).toEqual([403, 'MissingAuthenticationTokenException']);
  const query = await fetch(sample.url, { method: 'POST', body: 'Action=GetCallerIdentity&Version=2011-06-15' });
  expect(await query.text()).toContain('<Code>MissingAuthenticationToken</Code>');
  const ec2 = await fetch(sample.url, { method: 'POST', body: 'Action=DescribeRegions' });
  expect(await ec2.text()).toContain('<Code>MissingParameter</Code>');
});

const CALLS = [
  [
    'restJson1',
    'UnrecognizedClientException',
    403,
    (config: ReturnType<typeof clientConfig>) => new GuardDutyClient(config).send(new ListDetectorsCommand({})),
  ],
  [
    'awsJson1.1',
    'UnrecognizedClientException',
    400,
    (config: ReturnType<typeof clientConfig>) => new EventBridgeClient(config).send(new ListRulesCommand({})),
  ],
  [
    'awsJson1.0 with query codes',
    'InvalidClientTokenId',
    400,
    (config: ReturnType<typeof clientConfig>) => new CloudWatchClient(config).send(new DescribeAlarmsCommand({})),
  ],
  [
    'ec2Query',
    'AuthFailure',
    401,
    (config: ReturnType<typeof clientConfig>) => new EC2Client(config).send(new DescribeRegionsCommand({})),
  ],
] as const;

test.each(CALLS)(
  '%s: a region that is not opted in, or unknown, refuses all credentials',
  async (_, name, status, send) => {
    const sample = await start({ inventory: INVENTORY });
    const session = await assume(sample, ACCOUNT, 'Open');
    for (const region of ['af-south-1', 'xx-nowhere-1']) {
      expect(await refusal(send(clientConfig(sample, region, session)))).toMatchObject({ name, status });
    }
  },
);

test.each(CALLS)('%s: a session that was never issued is unknown', async (_, name, status, send) => {
  const sample = await start({ inventory: INVENTORY });
  const made = { accessKeyId: 'ASIAAAAAAAAAAAAAAAAA', secretAccessKey: 'none', sessionToken: 'made-up' };
  expect(await refusal(send(clientConfig(sample, 'us-east-1', made)))).toMatchObject({ name, status });
  const session = await assume(sample, ACCOUNT, 'Open');
  const forged = { ...session, sessionToken: 'made-up' };
  expect(await refusal(send(clientConfig(sample, 'us-east-1', forged)))).toMatchObject({ name, status });
});

test("an action that the role's policies leave out is denied, naming who, and the action", async () => {
  const sample = await start({ inventory: INVENTORY });
  const narrow = clientConfig(sample, 'us-east-1', await assume(sample, ACCOUNT, 'Narrow'));
  const who = `arn:aws:sts::${ACCOUNT}:assumed-role/Narrow/test`;
  expect(await refusal(new GuardDutyClient(narrow).send(new ListDetectorsCommand({})))).toEqual({
    name: 'AccessDeniedException',
    status: 403,
    message: `User: ${who} is not authorized to perform: guardduty:ListDetectors because no identity-based policy allows the guardduty:ListDetectors action`,
  });
  const events = new EventBridgeClient(narrow);
  expect(await refusal(events.send(new ListRulesCommand({})))).toMatchObject({
    name: 'AccessDeniedException',
    status: 400,
  });
  expect(await refusal(events.send(new ListEventBusesCommand({})))).toMatchObject({ name: 'AccessDeniedException' });
  expect(await refusal(new EC2Client(narrow).send(new DescribeRegionsCommand({})))).toMatchObject({
    name: 'UnauthorizedOperation',
    status: 403,
  });
  expect(await refusal(new CloudWatchClient(narrow).send(new DescribeAlarmsCommand({})))).toMatchObject({
    name: 'AccessDenied',
    status: 400,
  });
});
