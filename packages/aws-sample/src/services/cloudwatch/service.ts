import { AwsError } from '../../aws-error.js';
import type { Call, ServiceDefinition } from '../../call.js';
import { text, texts } from '../../input.js';
import { withEpochSeconds } from '../../moments.js';
import { pageOf } from '../../paging.js';
import type { Alarm } from './inventory.js';

export type * from './inventory.js';

const KINDS = [
  { type: 'CompositeAlarm', inventory: 'compositeAlarms', result: 'CompositeAlarms' },
  { type: 'MetricAlarm', inventory: 'metricAlarms', result: 'MetricAlarms' },
  { type: 'LogAlarm', inventory: 'logAlarms', result: 'LogAlarms' },
] as const;

function describeAlarms(call: Call): object {
  const { input } = call;
  for (const member of ['ChildrenOfAlarmName', 'ParentsOfAlarmName']) {
    if (input[member] !== undefined) {
      throw new AwsError('InvalidParameterCombination', `The AWS sample does not serve DescribeAlarms with ${member}.`);
    }
  }
  // Without AlarmTypes the answer has metric alarms only, as in AWS.
  const types = texts(input, 'AlarmTypes') ?? ['MetricAlarm'];
  const wrong = types.find((type) => !KINDS.some((kind) => kind.type === type));
  if (wrong !== undefined)
    throw new AwsError('ValidationException', `Value '${wrong}' at 'alarmTypes' is not an alarm type`);
  const names = texts(input, 'AlarmNames');
  const prefix = text(input, 'AlarmNamePrefix');
  if (names && prefix)
    throw new AwsError('InvalidParameterCombination', 'AlarmNames and AlarmNamePrefix exclude each other.');
  const state = text(input, 'StateValue');
  const action = text(input, 'ActionPrefix');
  const found = KINDS.filter((kind) => types.includes(kind.type)).flatMap((kind) =>
    (call.regional.cloudwatch?.[kind.inventory] ?? [])
      .filter((alarm) => !names || names.includes(alarm.AlarmName))
      .filter((alarm) => prefix === undefined || alarm.AlarmName.startsWith(prefix))
      .filter((alarm) => state === undefined || alarm.StateValue === state)
      .filter((alarm) => action === undefined || alarm.AlarmActions.some((arn) => arn.startsWith(action)))
      .map((alarm) => ({ kind, alarm })),
  );
  const page = pageOf(call, found, {
    sizeMember: 'MaxRecords',
    max: 100,
    byDefault: 50,
    tokenError: 'InvalidNextToken',
    sizeError: 'ValidationException',
    scope: JSON.stringify([types, names, prefix, state, action]),
  });
  const result: Record<string, unknown> = { NextToken: page.nextToken };
  for (const kind of KINDS) {
    result[kind.result] = page.items.filter((item) => item.kind === kind).map((item) => shownAlarm(call, item.alarm));
  }
  return result;
}

function shownAlarm(call: Call, alarm: Alarm): object {
  return {
    AlarmArn: `arn:aws:cloudwatch:${call.region}:${call.accountId}:alarm:${alarm.AlarmName}`,
    ...withEpochSeconds(
      alarm,
      'StateUpdatedTimestamp',
      'AlarmConfigurationUpdatedTimestamp',
      'StateTransitionedTimestamp',
    ),
  };
}

/** CloudWatch. The SDK speaks JSON 1.0 to it and also asks for the query protocol's error codes. */
export const cloudwatch: ServiceDefinition = {
  name: 'cloudwatch',
  signingName: 'monitoring',
  iamPrefix: 'cloudwatch',
  wire: 'json-1.0',
  target: 'GraniteServiceVersion20100801',
  throttling: { code: 'ThrottlingException', status: 400 },
  operations: { DescribeAlarms: { handle: describeAlarms } },
};
