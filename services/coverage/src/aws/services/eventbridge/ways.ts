import type { Rule, Target } from '@aws-sdk/client-eventbridge';
import { parseArn } from '../../arn.js';
import { type CollectorContext, ifReadable } from '../../collector.js';
import { ACTIVE, type Verdict } from '../../verdict.js';
import { isTopic, topicVerdict } from '../sns/topics.js';
import { hasPattern, isEnabled, listEventRules, listTargets } from './event-rules.js';

/** A way that events of a bus take: the patterns that they must meet, one rule after the other. */
export interface Way {
  readonly patterns: readonly string[];
  /** Where it ends: with somebody who gets the event, with something of which nobody knows, or on another account's bus (its ARN). */
  readonly end: 'heard' | 'unsure' | { readonly bus: string };
}

const DEFAULT_BUS = 'default';
/** EventBridge itself passes an event on from bus to bus only once or twice; what is longer than this is a circle. */
const MOST_STEPS = 4;

/** A bus by its ARN; undefined for an ARN of anything else. */
export function busOf(
  arn: string,
): { readonly account: string; readonly region: string; readonly name: string } | undefined {
  const parsed = parseArn(arn);
  if (parsed?.service !== 'events' || !parsed.resource.startsWith('event-bus/')) return undefined;
  return { account: parsed.account, region: parsed.region, name: parsed.resource.slice('event-bus/'.length) };
}

/** The rules of a bus that are enabled and look at events. */
export function rulesOn(rules: readonly Rule[], bus: string): readonly Rule[] {
  return rules.filter((rule) => (rule.EventBusName ?? DEFAULT_BUS) === bus && hasPattern(rule) && isEnabled(rule));
}

/**
 * The ways of events from the region's default bus to somebody. Rules whose patterns `mayTake` refuses are not followed, so that their
 * targets need not be asked for.
 */
export function waysFromDefaultBus(
  context: CollectorContext,
  mayTake: (pattern: string) => boolean,
): Promise<readonly Way[]> {
  return waysFrom(context, DEFAULT_BUS, [], mayTake);
}

async function waysFrom(
  context: CollectorContext,
  bus: string,
  passed: readonly string[],
  mayTake: (pattern: string) => boolean,
): Promise<readonly Way[]> {
  if (passed.length >= MOST_STEPS) return [];
  const { rules } = await listEventRules(context);
  const ways: Way[] = [];
  for (const rule of rulesOn(rules, bus)) {
    if (!mayTake(rule.EventPattern ?? '')) continue;
    const patterns = [...passed, rule.EventPattern ?? ''];
    for (const target of await listTargets(context, rule))
      ways.push(...(await waysThrough(context, target, patterns, mayTake)));
  }
  return ways;
}

async function waysThrough(
  context: CollectorContext,
  { Arn: arn = '' }: Target,
  patterns: readonly string[],
  mayTake: (pattern: string) => boolean,
): Promise<readonly Way[]> {
  const bus = busOf(arn);
  if (bus === undefined) {
    const { status } = await targetVerdict(context, arn);
    if (status === 'active') return [{ patterns, end: 'heard' }];
    return status === 'unknown' ? [{ patterns, end: 'unsure' }] : [];
  }
  if (bus.account !== context.externalAccountId) return [{ patterns, end: { bus: arn } }];
  const there = { ...context, region: bus.region };
  return (await ifReadable(context, waysFrom(there, bus.name, patterns, mayTake))) ?? [{ patterns, end: 'unsure' }];
}

/** Whether a target that is no bus gets somebody to know of an event. */
function targetVerdict(context: CollectorContext, arn: string): Promise<Verdict> {
  return isTopic(arn) ? topicVerdict(context, arn) : Promise.resolve(ACTIVE);
}
