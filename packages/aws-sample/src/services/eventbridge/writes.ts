import { AwsError } from '../../aws-error.js';
import type { Call, Input } from '../../call.js';
import { flag, objects, requiredText, text, texts } from '../../input.js';
import { busOf, ruleArn, ruleOf } from './buses.js';
import { checkEventPattern } from './event-pattern.js';
import type { EventRule, EventTarget } from './inventory.js';

const NAME = /^[.\-_A-Za-z0-9]{1,64}$/;
const STATES = ['ENABLED', 'DISABLED', 'ENABLED_WITH_ALL_CLOUDTRAIL_MANAGEMENT_EVENTS'] as const;
const TARGETS_MAX = 5;

/** PutRule: makes a rule or replaces it. A replaced rule keeps its targets. */
export function putRule(call: Call): object {
  const bus = busOf(call);
  const name = requiredText(call.input, 'Name', 'ValidationException');
  if (!NAME.test(name)) {
    throw new AwsError(
      'ValidationException',
      `Value '${name}' at 'name' must satisfy regular expression pattern: [\\.\\-_A-Za-z0-9]+`,
    );
  }
  const pattern = text(call.input, 'EventPattern');
  const schedule = text(call.input, 'ScheduleExpression');
  if (pattern === undefined && schedule === undefined) {
    throw new AwsError('ValidationException', 'Parameter(s) EventPattern or ScheduleExpression must be specified.');
  }
  if (pattern !== undefined) checkEventPattern(pattern);
  if (schedule !== undefined && bus.Name !== 'default') {
    throw new AwsError('ValidationException', 'ScheduleExpression is supported only on the default event bus.');
  }
  const asked = text(call.input, 'State') ?? 'ENABLED';
  const state = STATES.find((candidate) => candidate === asked);
  if (!state)
    throw new AwsError('ValidationException', `Value '${asked}' at 'state' must be one of: ${STATES.join(', ')}`);
  bus.rules ??= [];
  const existing = bus.rules.find((candidate) => candidate.Name === name);
  refuseManaged(call, existing);
  const description = text(call.input, 'Description');
  const roleArn = text(call.input, 'RoleArn');
  const rule: EventRule = {
    Name: name,
    State: state,
    ...(pattern === undefined ? {} : { EventPattern: pattern }),
    ...(schedule === undefined ? {} : { ScheduleExpression: schedule }),
    ...(description === undefined ? {} : { Description: description }),
    ...(roleArn === undefined ? {} : { RoleArn: roleArn }),
    CreatedBy: call.accountId,
    targets: existing?.targets ?? [],
  };
  if (existing) bus.rules[bus.rules.indexOf(existing)] = rule;
  else bus.rules.push(rule);
  return { RuleArn: ruleArn(call, bus.Name, name) };
}

/** PutTargets: adds targets; one with an existing id replaces that target. */
export function putTargets(call: Call): object {
  const { rule } = ruleOf(call, 'Rule');
  refuseManaged(call, rule);
  const added = objects(call.input, 'Targets').map(readTarget);
  if (added.length === 0)
    throw new AwsError('ValidationException', 'Targets must have length greater than or equal to 1');
  const kept = (rule.targets ?? []).filter((target) => !added.some((other) => other.Id === target.Id));
  if (kept.length + added.length > TARGETS_MAX) {
    throw new AwsError(
      'LimitExceededException',
      `The requested resource exceeds the maximum number allowed: ${TARGETS_MAX} targets per rule.`,
    );
  }
  rule.targets = [...kept, ...added];
  return { FailedEntryCount: 0, FailedEntries: [] };
}

function readTarget(input: Input): EventTarget {
  return {
    ...input,
    Id: requiredText(input, 'Id', 'ValidationException'),
    Arn: requiredText(input, 'Arn', 'ValidationException'),
  };
}

/** RemoveTargets; unknown ids are reported one by one. */
export function removeTargets(call: Call): object {
  const { rule } = ruleOf(call, 'Rule');
  refuseManaged(call, rule);
  const ids = texts(call.input, 'Ids') ?? [];
  const present = new Set((rule.targets ?? []).map((target) => target.Id));
  rule.targets = (rule.targets ?? []).filter((target) => !ids.includes(target.Id));
  const failed = ids
    .filter((id) => !present.has(id))
    .map((id) => ({
      TargetId: id,
      ErrorCode: 'ResourceNotFoundException',
      ErrorMessage: `Target ${id} does not exist.`,
    }));
  return { FailedEntryCount: failed.length, FailedEntries: failed };
}

/** DeleteRule; deleting an unknown rule succeeds, deleting one with targets fails. */
export function deleteRule(call: Call): undefined {
  const bus = busOf(call);
  const name = requiredText(call.input, 'Name', 'ValidationException');
  const rule = bus.rules?.find((candidate) => candidate.Name === name);
  if (!rule) return;
  refuseManaged(call, rule);
  if (rule.targets?.length) throw new AwsError('ValidationException', "Rule can't be deleted since it has targets.");
  bus.rules = (bus.rules ?? []).filter((candidate) => candidate !== rule);
}

/** EnableRule and DisableRule. */
export function setState(state: 'ENABLED' | 'DISABLED'): (call: Call) => undefined {
  return (call) => {
    const { rule } = ruleOf(call, 'Name');
    refuseManaged(call, rule);
    rule.State = state;
  };
}

function refuseManaged(call: Call, rule: EventRule | undefined): void {
  if (rule?.ManagedBy === undefined || flag(call.input, 'Force') === true) return;
  throw new AwsError(
    'ManagedRuleException',
    `Rule ${rule.Name} is managed by an AWS service can only be modified if force parameter is used.`,
  );
}
