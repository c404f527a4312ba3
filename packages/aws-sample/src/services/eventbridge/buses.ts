import { AwsError } from '../../aws-error.js';
import type { Call } from '../../call.js';
import { requiredText, text } from '../../input.js';
import type { EventBus, EventRule } from './inventory.js';

/** ARN of a bus of the call's account and region. */
export function busArn(call: Call, bus: string): string {
  return `arn:aws:events:${call.region}:${call.accountId}:event-bus/${bus}`;
}

/** ARN of a rule; it contains the bus's name except for the default bus. */
export function ruleArn(call: Call, bus: string, rule: string): string {
  return `arn:aws:events:${call.region}:${call.accountId}:rule/${bus === 'default' ? '' : `${bus}/`}${rule}`;
}

/** Every bus of the region, the default one first. */
export function busesOf(call: Call): EventBus[] {
  call.regional.eventbridge ??= { buses: [] };
  const { buses } = call.regional.eventbridge;
  if (!buses.some((bus) => bus.Name === 'default')) buses.unshift({ Name: 'default' });
  return buses;
}

/**
 * The bus that a call names, by name or ARN; the default bus when it names none.
 *
 * @throws AwsError `ResourceNotFoundException` for an unknown bus.
 */
export function busOf(call: Call): EventBus {
  const asked = text(call.input, 'EventBusName') ?? 'default';
  const bus = busesOf(call).find((candidate) => candidate.Name === asked || busArn(call, candidate.Name) === asked);
  if (!bus) throw new AwsError('ResourceNotFoundException', `Event bus ${asked} does not exist.`);
  return bus;
}

/**
 * The rule that the given member of a call names, with its bus.
 *
 * @throws AwsError `ResourceNotFoundException` for an unknown bus or rule.
 */
export function ruleOf(call: Call, member: 'Name' | 'Rule'): { readonly bus: EventBus; readonly rule: EventRule } {
  const bus = busOf(call);
  const name = requiredText(call.input, member, 'ValidationException');
  const rule = bus.rules?.find((candidate) => candidate.Name === name);
  if (!rule) throw new AwsError('ResourceNotFoundException', `Rule ${name} does not exist on EventBus ${bus.Name}.`);
  return { bus, rule };
}

/** A rule as ListRules and DescribeRule show it. */
export function shownRule(call: Call, bus: EventBus, rule: EventRule): object {
  const { targets: _, CreatedBy: __, EventPattern: pattern, ...shown } = rule;
  return {
    Arn: ruleArn(call, bus.Name, rule.Name),
    EventBusName: bus.Name,
    ...shown,
    EventPattern: typeof pattern === 'object' ? JSON.stringify(pattern) : pattern,
  };
}
