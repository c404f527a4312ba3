import {
  EventBridgeClient,
  type EventBus,
  ListEventBusesCommand,
  ListRulesCommand,
  ListTargetsByRuleCommand,
  type Rule,
  type Target,
} from '@aws-sdk/client-eventbridge';
import { type CollectorContext, everything, forEach, pages } from '../../collector.js';
import { eventbridge } from './service.js';

const PAGE = 100;

/** A region's event buses and the rules on them. */
export interface EventRules {
  readonly buses: readonly EventBus[];
  readonly rules: readonly Rule[];
}

/** The buses and rules of a region, with custom and partner buses; listed once per scan. */
export function listEventRules(context: CollectorContext): Promise<EventRules> {
  const { session, region } = context;
  const client = session.client(EventBridgeClient, region);
  return session.shared(`event rules ${region}`, async () => {
    const buses = await everything(
      pages(
        context,
        eventbridge,
        'ListEventBuses',
        (NextToken) => client.send(new ListEventBusesCommand({ Limit: PAGE, NextToken })),
        (output) => output.NextToken,
      ),
      (output) => output.EventBuses,
    );
    const { done, failure } = await forEach(buses, ({ Name: EventBusName }) =>
      everything(
        pages(
          context,
          eventbridge,
          'ListRules',
          (NextToken) => client.send(new ListRulesCommand({ EventBusName, Limit: PAGE, NextToken })),
          (output) => output.NextToken,
        ),
        (output) => output.Rules,
      ),
    );
    if (failure !== undefined) throw failure;
    return { buses, rules: buses.flatMap((bus) => done.get(bus) ?? []) };
  });
}

/** The targets of a rule; requested once per rule and scan. */
export function listTargets(context: CollectorContext, rule: Rule): Promise<readonly Target[]> {
  const { session, region } = context;
  const client = session.client(EventBridgeClient, region);
  return session.shared(`targets ${rule.Arn}`, () =>
    everything(
      pages(
        context,
        eventbridge,
        'ListTargetsByRule',
        (NextToken) =>
          client.send(
            new ListTargetsByRuleCommand({ Rule: rule.Name, EventBusName: rule.EventBusName, Limit: PAGE, NextToken }),
          ),
        (output) => output.NextToken,
      ),
      (output) => output.Targets,
    ),
  );
}

/**
 * The regions of the account, as far as this scan knows them, in which a rule sends events to a bus. Partners' events come without rules, and
 * so do those that the customer's own programs put there, which no table knows.
 */
export async function forwardersTo(context: CollectorContext, busArn: string): Promise<readonly string[]> {
  const regions: string[] = [];
  for (const region of new Set([context.region, ...context.session.regions()])) {
    const there = { ...context, region };
    const { rules } = await listEventRules(there);
    for (const rule of rules) {
      if (!hasPattern(rule) || !isEnabled(rule)) continue;
      if ((await listTargets(there, rule)).some(({ Arn: arn }) => arn === busArn)) {
        regions.push(region);
        break;
      }
    }
  }
  return regions;
}

/** Whether a rule looks at events; one with only a schedule is a timer. */
export function hasPattern(rule: Rule): boolean {
  return rule.EventPattern !== undefined && rule.EventPattern !== '';
}

/** Whether a rule is enabled, in either of the two states. */
export function isEnabled(rule: Rule): boolean {
  return rule.State !== 'DISABLED';
}
