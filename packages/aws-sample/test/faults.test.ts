import { CloudWatchClient, DescribeAlarmsCommand } from '@aws-sdk/client-cloudwatch';
import { DescribeRegionsCommand, EC2Client } from '@aws-sdk/client-ec2';
import { EventBridgeClient, ListEventBusesCommand, ListRulesCommand } from '@aws-sdk/client-eventbridge';
import { GuardDutyClient, ListDetectorsCommand } from '@aws-sdk/client-guardduty';
import { AssumeRoleCommand, GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import type { Fault } from '@tripline/aws-sample';
import { assume, clientConfig, refusal, samples } from './support/sdk.js';

const ACCOUNT = '111122223333';
const OTHER = '111122224444';
const account = {
  roles: [{ name: 'Open', externalId: null }],
  regions: { 'us-east-1': {}, 'eu-west-1': {} },
};
const start = samples();

async function started(faults: readonly Fault[] = []) {
  const sample = await start({ inventory: { accounts: { [ACCOUNT]: account, [OTHER]: account } } });
  const session = await assume(sample, ACCOUNT, 'Open');
  sample.setFaults(faults);
  sample.resetCalls();
  return { sample, session, config: (region = 'us-east-1') => clientConfig(sample, region, session) };
}

const buses = (config: ReturnType<typeof clientConfig>) =>
  new EventBridgeClient(config).send(new ListEventBusesCommand({}));
const rules = (config: ReturnType<typeof clientConfig>) => new EventBridgeClient(config).send(new ListRulesCommand({}));

test('a fault affects the account, region, service and operation it names, and nothing else', async () => {
  const target = { account: ACCOUNT, region: 'us-east-1', service: 'eventbridge', operation: 'ListRules' } as const;
  const { sample, config } = await started([{ kind: 'deny', ...target }]);
  expect((await refusal(rules(config()))).name).toBe('AccessDeniedException');
  await buses(config());
  await rules(config('eu-west-1'));
  await rules(clientConfig(sample, 'us-east-1', await assume(sample, OTHER, 'Open')));
  sample.setFaults([]);
  await rules(config());
});

test('assuming a role counts for the account of the role', async () => {
  const { sample } = await started([{ kind: 'deny', service: 'sts', account: OTHER }]);
  await assume(sample, ACCOUNT, 'Open');
  expect((await refusal(assume(sample, OTHER, 'Open'))).name).toBe('AccessDenied');
  expect(sample.calls({ operation: 'AssumeRole', account: OTHER })).toMatchObject({ calls: 1, failures: 1 });
});

test.each([
  ['the first two', { first: 2 }, [true, true, false, false, false, false]],
  ['every third', { every: 3 }, [false, false, true, false, false, true]],
  ['all but the first two', { skip: 2 }, [false, false, true, true, true, true]],
  ['every second after the first, twice', { skip: 1, every: 2, first: 4 }, [false, false, true, false, true, false]],
])('a fault can affect %s calls', async (_, times, expected) => {
  const { config } = await started([{ kind: 'throttle', service: 'eventbridge', ...times }]);
  const struck: boolean[] = [];
  for (const _ of expected)
    struck.push(
      await buses(config()).then(
        () => false,
        () => true,
      ),
    );
  expect(struck).toEqual(expected);
});

test('throttling has the code and status of each service, and says when to try again', async () => {
  const { sample, config } = await started([{ kind: 'throttle', retryAfterSeconds: 7 }]);
  const status = async (promise: Promise<unknown>) => {
    const { name, status } = await refusal(promise);
    return [name, status];
  };
  expect(await status(new EC2Client(config()).send(new DescribeRegionsCommand({})))).toEqual([
    'RequestLimitExceeded',
    503,
  ]);
  expect(await status(new GuardDutyClient(config()).send(new ListDetectorsCommand({})))).toEqual([
    'TooManyRequestsException',
    429,
  ]);
  expect(await status(rules(config()))).toEqual(['ThrottlingException', 400]);
  expect(await status(new CloudWatchClient(config()).send(new DescribeAlarmsCommand({})))).toEqual(['Throttling', 400]);
  expect(await status(new STSClient(config()).send(new GetCallerIdentityCommand({})))).toEqual(['Throttling', 400]);
  const credential = `AWS4-HMAC-SHA256 Credential=AKIAX/20260101/us-east-1/guardduty/aws4_request, SignedHeaders=host, Signature=0`;
  const plain = await fetch(`${sample.url}/detector`, { headers: { authorization: credential } });
  expect(plain.headers.get('retry-after')).toBe('7');
});

test('the SDK retries throttled calls by itself', async () => {
  const { sample, config } = await started([{ kind: 'throttle', first: 2 }]);
  const client = new EventBridgeClient({ ...config(), maxAttempts: 4 });
  const answer = await client.send(new ListEventBusesCommand({}));
  expect(answer.$metadata.attempts).toBe(3);
  expect(sample.calls({ operation: 'ListEventBuses' })).toMatchObject({ calls: 3, failures: 2 });
});

test('a fault that affects a call’s first attempts leaves its later ones alone, and strikes the next call again', async () => {
  const { config } = await started([{ kind: 'throttle', attempts: 2 }]);
  const client = new EventBridgeClient({ ...config(), maxAttempts: 4 });
  for (let call = 0; call < 2; call += 1)
    expect((await client.send(new ListEventBusesCommand({}))).$metadata.attempts).toBe(3);
});

test('a session ends after the given number of calls and stays ended; the next session works', async () => {
  const { sample, config } = await started([{ kind: 'expire', account: ACCOUNT, afterCalls: 3, sessions: 1 }]);
  for (let call = 0; call < 3; call += 1) await buses(config());
  expect((await refusal(buses(config()))).name).toBe('ExpiredTokenException');
  expect((await refusal(new EC2Client(config()).send(new DescribeRegionsCommand({})))).name).toBe('RequestExpired');
  sample.setFaults([]);
  expect((await refusal(rules(config()))).name).toBe('ExpiredTokenException');
  sample.setFaults([{ kind: 'expire', afterCalls: 1, sessions: 1 }]);
  const next = clientConfig(sample, 'us-east-1', await assume(sample, ACCOUNT, 'Open'));
  const third = clientConfig(sample, 'us-east-1', await assume(sample, ACCOUNT, 'Open'));
  await buses(next);
  for (let call = 0; call < 3; call += 1) await buses(third);
  expect((await refusal(new STSClient(next).send(new GetCallerIdentityCommand({})))).name).toBe('ExpiredToken');
});

test('sessions handed out before a moment end at it', async () => {
  const moment = new Date(Date.now() + 60_000).toISOString();
  const { sample, config } = await started([{ kind: 'expire', at: moment }]);
  await buses(config());
  const past = new Date(Date.now() - 60_000).toISOString();
  sample.setFaults([{ kind: 'expire', at: past }]);
  await buses(config());
  sample.setFaults([{ kind: 'expire' }]);
  expect((await refusal(buses(config()))).name).toBe('ExpiredTokenException');
});

test('an HTML page, a broken body, a reset connection and a broken service all fail the call', async () => {
  const { sample, config } = await started([{ kind: 'html' }]);
  expect((await refusal(buses(config()))).status).toBe(503);
  sample.setFaults([{ kind: 'malformed' }]);
  await refusal(buses(config()));
  await refusal(new EC2Client(config()).send(new DescribeRegionsCommand({ AllRegions: true })));
  sample.setFaults([{ kind: 'reset' }]);
  expect((await refusal(buses(config()))).message).toMatch(/ECONNRESET|socket hang up/);
  sample.setFaults([{ kind: 'internal' }]);
  expect(await refusal(buses(config()))).toMatchObject({ name: 'InternalServerException', status: 500 });
  expect(sample.calls({ service: 'eventbridge' })).toMatchObject({ calls: 4, failures: 3 });
});

test('a call that hangs is open until its caller gives up', async () => {
  const { sample, config } = await started([{ kind: 'hang', service: 'eventbridge' }]);
  const client = new EventBridgeClient(config());
  const giveUp = new AbortController();
  const hanging = refusal(client.send(new ListEventBusesCommand({}), { abortSignal: giveUp.signal }));
  await until(() => sample.calls({ service: 'eventbridge' }).calls === 1);
  expect(sample.calls({ service: 'eventbridge' }).failures).toBe(0);
  giveUp.abort();
  expect((await hanging).name).toBe('AbortError');
  await until(() => sample.calls({ service: 'eventbridge' }).failures === 1);
});

test('an answer that stops half way leaves its caller waiting', async () => {
  const { sample, config } = await started([{ kind: 'stall', operation: 'ListEventBuses' }]);
  const giveUp = new AbortController();
  const client = new EventBridgeClient(config());
  const stalled = refusal(client.send(new ListEventBusesCommand({}), { abortSignal: giveUp.signal }));
  await until(() => sample.calls().calls === 1);
  await rules(config());
  expect(sample.calls({ operation: 'ListEventBuses' }).failures).toBe(0);
  await sample.close();
  giveUp.abort();
  await stalled;
});

test('closing the server cuts calls that hang', async () => {
  const { sample, config } = await started([{ kind: 'hang' }]);
  const hanging = refusal(buses(config()));
  await until(() => sample.calls().calls === 1);
  await sample.close();
  await hanging;
});

test('a slow answer delays no other call', async () => {
  const { sample, config } = await started([
    { kind: 'delay', milliseconds: 600_000, operation: 'ListRules' },
    { kind: 'hang', seconds: 600, operation: 'ListDetectors' },
  ]);
  const slow = [refusal(new GuardDutyClient(config()).send(new ListDetectorsCommand({}))), refusal(rules(config()))];
  await until(() => sample.calls().calls === 2);
  sample.setLatency(600_000);
  slow.push(refusal(buses(config())));
  await until(() => sample.calls().calls === 3);
  sample.setLatency(0);
  await buses(config());
  await sample.close();
  await Promise.all(slow);
});

test('a slow answer is sent after its delay', async () => {
  const { sample, config } = await started([
    { kind: 'delay', milliseconds: 20, operation: 'ListRules' },
    { kind: 'hang', seconds: 0.02, operation: 'ListDetectors' },
  ]);
  sample.setLatency(20);
  await Promise.all([
    rules(config()),
    buses(config()),
    new GuardDutyClient(config()).send(new ListDetectorsCommand({})),
  ]);
});

test('calls are counted by account, region, service and operation, with the most that were open at once', async () => {
  const { sample, config } = await started();
  sample.setFaults([{ kind: 'hang', service: 'eventbridge' }]);
  const giveUp = new AbortController();
  const client = new EventBridgeClient(config('eu-west-1'));
  const open = [1, 2, 3].map(() => refusal(client.send(new ListRulesCommand({}), { abortSignal: giveUp.signal })));
  await until(() => sample.calls({ region: 'eu-west-1' }).calls === 3);
  await new GuardDutyClient(config()).send(new ListDetectorsCommand({}));
  const report = sample.calls();
  expect(report.counts).toEqual([
    {
      account: ACCOUNT,
      region: 'eu-west-1',
      service: 'eventbridge',
      operation: 'ListRules',
      action: 'events:ListRules',
      calls: 3,
      failures: 0,
    },
    {
      account: ACCOUNT,
      region: 'us-east-1',
      service: 'guardduty',
      operation: 'ListDetectors',
      action: 'guardduty:ListDetectors',
      calls: 1,
      failures: 0,
    },
  ]);
  expect(report.peakConcurrency).toEqual({ eventbridge: 3, guardduty: 1 });
  expect(report.peakConcurrencyInAll).toBe(4);
  expect(report.peakPerSecond.guardduty).toBe(1);
  giveUp.abort();
  await Promise.all(open);
  sample.resetCalls();
  expect(sample.calls().calls).toBe(0);
});

test('a denied AssumeRole names the role', async () => {
  const { sample } = await started([{ kind: 'deny', service: 'sts' }]);
  const sts = new STSClient(clientConfig(sample));
  const RoleArn = `arn:aws:iam::${ACCOUNT}:role/Open`;
  const refused = await refusal(sts.send(new AssumeRoleCommand({ RoleArn, RoleSessionName: 'scan' })));
  expect(refused.message).toContain(`sts:AssumeRole on resource: ${RoleArn}`);
});

/** Waits until a condition holds; otherwise the test's own time limit ends the wait. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

test('a closed sample refuses calls', async () => {
  const { sample, config } = await started();
  await sample.close();
  expect((await refusal(buses(config()))).message).toMatch(/ECONNREFUSED|ECONNRESET/);
});
