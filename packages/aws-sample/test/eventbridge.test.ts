import {
  DeleteRuleCommand,
  DescribeRuleCommand,
  DisableRuleCommand,
  EnableRuleCommand,
  EventBridgeClient,
  ListEventBusesCommand,
  ListRulesCommand,
  ListTargetsByRuleCommand,
  PutRuleCommand,
  PutTargetsCommand,
  RemoveTargetsCommand,
} from '@aws-sdk/client-eventbridge';
import { SAMPLE_ACCOUNT, sampleAccount } from './support/sample-account.js';
import { refusal, samples } from './support/sdk.js';

const start = samples();
const PATTERN = JSON.stringify({ source: ['aws.iam'], detail: { eventName: ['CreateUser', { prefix: 'Update' }] } });

test('buses hold rules, rules hold targets', async () => {
  const { config } = await sampleAccount(start);
  const events = new EventBridgeClient(config());
  const { EventBuses } = await events.send(new ListEventBusesCommand({}));
  expect(EventBuses?.map((bus) => bus.Name)).toEqual(['default', 'security-events']);
  const onOther = await events.send(new ListRulesCommand({ EventBusName: EventBuses?.[1]?.Arn }));
  expect(onOther.Rules?.map((rule) => rule.Arn)).toEqual([
    `arn:aws:events:us-east-1:${SAMPLE_ACCOUNT}:rule/security-events/member-secrets-read`,
  ]);
  const { Rules = [] } = await events.send(new ListRulesCommand({ NamePrefix: 'trail-' }));
  expect(JSON.parse(Rules[0]?.EventPattern ?? '')).toMatchObject({
    detail: { eventName: expect.arrayContaining(['StopLogging']) },
  });
  const { Targets } = await events.send(new ListTargetsByRuleCommand({ Rule: Rules[0]?.Name }));
  expect(Targets?.map((target) => target.Id)).toEqual(['1', '2']);
  const unrouted = await events.send(new ListTargetsByRuleCommand({ Rule: 'admin-policy-attached' }));
  expect(unrouted.Targets).toEqual([]);
});

test('a rule that is put is listed, routed, switched off and on, and deleted', async () => {
  const { config, operator } = await sampleAccount(start);
  const events = new EventBridgeClient(operator('eu-central-1'));
  const put = await events.send(
    new PutRuleCommand({ Name: 'new-rule', EventPattern: PATTERN, Description: 'T1136.003' }),
  );
  expect(put.RuleArn).toBe(`arn:aws:events:eu-central-1:${SAMPLE_ACCOUNT}:rule/new-rule`);
  const Targets = [{ Id: 'alerts', Arn: `arn:aws:sns:eu-central-1:${SAMPLE_ACCOUNT}:alerts` }];
  expect((await events.send(new PutTargetsCommand({ Rule: 'new-rule', Targets }))).FailedEntryCount).toBe(0);

  const reader = new EventBridgeClient(config('eu-central-1'));
  const { Rules } = await reader.send(new ListRulesCommand({ NamePrefix: 'new-' }));
  expect(Rules).toMatchObject([
    { Name: 'new-rule', State: 'ENABLED', EventPattern: PATTERN, Description: 'T1136.003' },
  ]);
  expect((await reader.send(new ListTargetsByRuleCommand({ Rule: 'new-rule' }))).Targets).toEqual(Targets);
  await events.send(new DisableRuleCommand({ Name: 'new-rule' }));
  expect((await reader.send(new DescribeRuleCommand({ Name: 'new-rule' }))).State).toBe('DISABLED');
  await events.send(new EnableRuleCommand({ Name: 'new-rule' }));
  expect((await reader.send(new DescribeRuleCommand({ Name: 'new-rule' }))).State).toBe('ENABLED');

  expect((await refusal(events.send(new DeleteRuleCommand({ Name: 'new-rule' })))).name).toBe('ValidationException');
  const removed = await events.send(new RemoveTargetsCommand({ Rule: 'new-rule', Ids: ['alerts', 'other'] }));
  expect(removed.FailedEntries?.map((entry) => entry.TargetId)).toEqual(['other']);
  await events.send(new DeleteRuleCommand({ Name: 'new-rule' }));
  await events.send(new DeleteRuleCommand({ Name: 'new-rule' }));
  expect((await reader.send(new ListRulesCommand({ NamePrefix: 'new-' }))).Rules).toEqual([]);
});

test('putting a rule again replaces it and keeps its targets', async () => {
  const { operator } = await sampleAccount(start);
  const events = new EventBridgeClient(operator());
  await events.send(new PutRuleCommand({ Name: 'root-console-login', EventPattern: PATTERN, State: 'DISABLED' }));
  const rule = await events.send(new DescribeRuleCommand({ Name: 'root-console-login' }));
  expect(rule).toMatchObject({ EventPattern: PATTERN, State: 'DISABLED' });
  expect(rule.Description).toBeUndefined();
  expect((await events.send(new ListTargetsByRuleCommand({ Rule: 'root-console-login' }))).Targets).toHaveLength(1);
});

test.each([
  ['not JSON', '{'],
  ['no object', '["a"]'],
  ['empty', '{}'],
  ['with a bare value', '{"source":"aws.iam"}'],
  ['with an empty list', '{"source":[]}'],
  ['with an unknown match', '{"source":[{"looks-like":"x"}]}'],
  ['with a lone branch', '{"$or":[{"source":["a"]}]}'],
  ['nested beyond reason', `${'{"a":'.repeat(200)}["b"]${'}'.repeat(200)}`],
])('an event pattern that is %s is refused', async (_, EventPattern) => {
  const { operator } = await sampleAccount(start);
  const events = new EventBridgeClient(operator());
  const refused = await refusal(events.send(new PutRuleCommand({ Name: 'bad', EventPattern })));
  expect(refused).toMatchObject({ name: 'InvalidEventPatternException', status: 400 });
});

test('what EventBridge forbids is refused', async () => {
  const { config, operator } = await sampleAccount(start);
  const events = new EventBridgeClient(operator());
  const name = async (promise: Promise<unknown>) => (await refusal(promise)).name;
  const managed = 'DO-NOT-DELETE-AmazonInspectorEc2ManagedRule';
  expect(await name(events.send(new DisableRuleCommand({ Name: managed })))).toBe('ManagedRuleException');
  expect(await name(events.send(new PutRuleCommand({ Name: 'neither' })))).toBe('ValidationException');
  expect(await name(events.send(new PutRuleCommand({ Name: 'a b', EventPattern: PATTERN })))).toBe(
    'ValidationException',
  );
  const scheduled = { Name: 'a', ScheduleExpression: 'rate(1 day)', EventBusName: 'security-events' };
  expect(await name(events.send(new PutRuleCommand(scheduled)))).toBe('ValidationException');
  expect(await name(events.send(new ListRulesCommand({ EventBusName: 'nowhere' })))).toBe('ResourceNotFoundException');
  expect(await name(events.send(new DescribeRuleCommand({ Name: 'nothing' })))).toBe('ResourceNotFoundException');
  const Targets = Array.from({ length: 6 }, (_, at) => ({ Id: `${at}`, Arn: 'arn:aws:sns:us-east-1:111122223333:a' }));
  expect(await name(events.send(new PutTargetsCommand({ Rule: 'trail-tampering', Targets })))).toBe(
    'LimitExceededException',
  );
  const scanner = new EventBridgeClient(config());
  expect((await scanner.send(new ListRulesCommand({ NamePrefix: 'neither' }))).Rules).toEqual([]);
});
