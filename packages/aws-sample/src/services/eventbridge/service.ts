import type { Call, ServiceDefinition } from '../../call.js';
import { text } from '../../input.js';
import { withEpochSeconds } from '../../moments.js';
import { type Page, pageOf } from '../../paging.js';
import { busArn, busesOf, busOf, ruleOf, shownRule } from './buses.js';
import { deleteRule, putRule, putTargets, removeTargets, setState } from './writes.js';

export type * from './inventory.js';

function page<T>(call: Call, items: readonly T[], scope: string): Page<T> {
  return pageOf(call, items, {
    sizeMember: 'Limit',
    max: 100,
    tokenError: 'ValidationException',
    sizeError: 'ValidationException',
    scope,
  });
}

function listEventBuses(call: Call): object {
  const prefix = text(call.input, 'NamePrefix') ?? '';
  const buses = busesOf(call).filter((bus) => bus.Name.startsWith(prefix));
  const { items, nextToken } = page(call, buses, prefix);
  const shown = items.map(({ rules: _, ...bus }) => ({
    Arn: busArn(call, bus.Name),
    ...withEpochSeconds(bus, 'CreationTime', 'LastModifiedTime'),
  }));
  return { EventBuses: shown, NextToken: nextToken };
}

function listRules(call: Call): object {
  const bus = busOf(call);
  const prefix = text(call.input, 'NamePrefix') ?? '';
  const rules = (bus.rules ?? []).filter((rule) => rule.Name.startsWith(prefix));
  const { items, nextToken } = page(call, rules, `${bus.Name} ${prefix}`);
  return { Rules: items.map((rule) => shownRule(call, bus, rule)), NextToken: nextToken };
}

function describeRule(call: Call): object {
  const { bus, rule } = ruleOf(call, 'Name');
  return { ...shownRule(call, bus, rule), CreatedBy: rule.CreatedBy ?? call.accountId };
}

function listTargets(call: Call): object {
  const { bus, rule } = ruleOf(call, 'Rule');
  const { items, nextToken } = page(call, rule.targets ?? [], `${bus.Name} ${rule.Name}`);
  return { Targets: items, NextToken: nextToken };
}

/** EventBridge: the operations that a scan reads with, and those that deploying a rule needs. */
export const eventbridge: ServiceDefinition = {
  name: 'eventbridge',
  signingName: 'events',
  iamPrefix: 'events',
  wire: 'json-1.1',
  target: 'AWSEvents',
  throttling: { code: 'ThrottlingException', status: 400 },
  operations: {
    ListEventBuses: { handle: listEventBuses },
    ListRules: { handle: listRules },
    DescribeRule: { handle: describeRule },
    ListTargetsByRule: { handle: listTargets },
    PutRule: { handle: putRule },
    PutTargets: { handle: putTargets },
    RemoveTargets: { handle: removeTargets },
    DeleteRule: { handle: deleteRule },
    EnableRule: { handle: setState('ENABLED') },
    DisableRule: { handle: setState('DISABLED') },
  },
};
