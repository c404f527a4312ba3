import type { Rule, Target } from '@aws-sdk/client-eventbridge';
import type { Forward } from '../../../cloud/forward.js';
import type { FoundDetection } from '../../../cloud/found-detection.js';
import { type CollectorContext, forEach, ifReadable } from '../../collector.js';
import { regionalArn } from '../../regions.js';
import { ACTIVE, best, degraded, disabled, UNREADABLE, unknown, unread, type Verdict } from '../../verdict.js';
import { type FeedGap, regionFeedGap } from '../cloudtrail/trails.js';
import { isTopic, topicVerdict } from '../sns/topics.js';
import { FROM_ELSEWHERE, readOrigin } from './event-pattern.js';
import { forwardersTo, hasPattern, isEnabled, listEventRules, listTargets } from './event-rules.js';
import { eventbridge } from './service.js';
import { busOf, rulesOn } from './ways.js';

const DEFAULT_BUS = 'default';
/** The state of a rule that also gets events of calls which only read. */
const ALL_MANAGEMENT_EVENTS = 'ENABLED_WITH_ALL_CLOUDTRAIL_MANAGEMENT_EVENTS';

/** EventBridge: every rule with an event pattern, on any bus. Rules with only a schedule are timers and not detections. */
export async function* collect(context: CollectorContext): AsyncGenerator<FoundDetection> {
  const { rules: all } = await listEventRules(context);
  const rules = all.filter(hasPattern);
  const { done: targets, failure } = await forEach(rules.filter(isEnabled), (rule) => listTargets(context, rule));
  context.signal.throwIfAborted();
  const feed = trailFeed(context);
  for (const rule of rules) {
    const known = targets.get(rule);
    if (!isEnabled(rule)) yield detection(context, rule, disabled('disabled'));
    else if (known !== undefined)
      yield await received(context, detection(context, rule, await verdict(context, rule, known, feed)), rule);
    else {
      const denied = unread(failure);
      if (denied !== undefined) yield detection(context, rule, denied);
    }
  }
  if (failure !== undefined) throw failure;
}

/** Why CloudTrail does not feed the region; requested only when a pattern depends on it. Undefined when it could not be read. */
function trailFeed(context: CollectorContext): () => Promise<FeedGap | null | undefined> {
  let feed: Promise<FeedGap | null | undefined> | undefined;
  return () => {
    feed ??= ifReadable(context, regionFeedGap(context));
    return feed;
  };
}

/** Whether a rule's pattern can match, and whether anybody is notified. */
async function verdict(
  context: CollectorContext,
  rule: Rule,
  targets: readonly Target[],
  feed: () => Promise<FeedGap | null | undefined>,
): Promise<Verdict> {
  // Rules forward events to a customer's own bus, also from other regions and accounts, so the trails here do not decide that.
  const origin = onDefaultBus(rule) ? readOrigin(rule.EventPattern ?? '') : FROM_ELSEWHERE;
  if (origin.cloudTrail === 'always' && origin.readOnly && !takesReads(rule)) {
    return disabled('not_feeding');
  }
  const missing = origin.cloudTrail === 'never' ? null : await feed();
  // A trail without management events may still record the data events that such a pattern looks for.
  const gap = missing === 'not_feeding' && origin.mayBeData ? null : missing;
  if (typeof gap === 'string' && origin.cloudTrail === 'always') return disabled(gap);
  const heard = await heardThrough(context, targets);
  if (heard.status === 'degraded' || gap === null) return heard;
  return gap === undefined ? UNREADABLE : degraded(gap);
}

/** Whether somebody is notified: any of the targets does. */
async function heardThrough(context: CollectorContext, targets: readonly Target[]): Promise<Verdict> {
  let found: Verdict | undefined;
  for (const { Arn: arn = '' } of targets) {
    found = best([...(found === undefined ? [] : [found]), await targetVerdict(context, arn)]);
    if (found === ACTIVE) break;
  }
  return found ?? degraded('no_target');
}

/** What a rule sends to another account's bus is seen there, if at all; and on another bus of the account by the rules on it. */
async function targetVerdict(context: CollectorContext, arn: string): Promise<Verdict> {
  if (isTopic(arn)) return topicVerdict(context, arn);
  const bus = busOf(arn);
  if (bus === undefined) return ACTIVE;
  if (bus.account !== context.externalAccountId) return unknown('foreign_target');
  const there = await ifReadable(context, listEventRules({ ...context, region: bus.region }));
  if (there === undefined) return UNREADABLE;
  return rulesOn(there.rules, bus.name).length > 0 ? ACTIVE : degraded('no_target');
}

/** What rules send to buses of other accounts, by the rules that look at what security rules look at. */
export async function forwards(context: CollectorContext): Promise<readonly Forward[]> {
  const { rules } = await listEventRules(context);
  const { done, failure } = await forEach(
    rules.filter((rule) => hasPattern(rule) && isEnabled(rule)),
    (rule) => listTargets(context, rule),
  );
  if (failure !== undefined) throw failure;
  const found: Forward[] = [];
  for (const [rule, targets] of done) {
    for (const { Arn: into = '' } of targets) {
      const bus = busOf(into);
      if (bus === undefined || bus.account === context.externalAccountId) continue;
      found.push({
        account: bus.account,
        scope: bus.region,
        reader: eventbridge.id,
        into,
        via: 'event_bus',
        subject: { kind: 'event_pattern', pattern: rule.EventPattern ?? '', allManagementEvents: takesReads(rule) },
      });
    }
  }
  return found;
}

/**
 * A rule on a bus of the customer's own sees what is forwarded to it: from other accounts, as their forwards say, and from the account's
 * own regions, where a rule on another bus sends it there.
 */
async function received(context: CollectorContext, found: FoundDetection, rule: Rule): Promise<FoundDetection> {
  if (onDefaultBus(rule)) return found;
  const { region, externalAccountId } = context;
  const bus = regionalArn(region, 'events', externalAccountId, `event-bus/${rule.EventBusName}`);
  const seenScopes = await ifReadable(context, forwardersTo(context, bus));
  return { ...found, hears: [bus], ...(seenScopes === undefined ? {} : { seenScopes }) };
}

function onDefaultBus({ EventBusName: bus }: Rule): boolean {
  return bus === undefined || bus === DEFAULT_BUS;
}

/** Whether a rule gets calls that only read, which the default bus withholds from most rules. */
function takesReads(rule: Rule): boolean {
  return rule.State === ALL_MANAGEMENT_EVENTS || !onDefaultBus(rule);
}

function detection({ region, externalAccountId }: CollectorContext, rule: Rule, found: Verdict): FoundDetection {
  const name = rule.Name ?? '';
  const path = onDefaultBus(rule) ? name : `${rule.EventBusName}/${name}`;
  const arn = rule.Arn ?? regionalArn(region, 'events', externalAccountId, `rule/${path}`);
  return {
    key: arn,
    type: 'eventbridge_rule',
    scope: region,
    name,
    arn,
    description: rule.Description ?? null,
    managed: rule.ManagedBy !== undefined,
    ...found,
    subject: {
      kind: 'event_pattern',
      pattern: rule.EventPattern ?? '',
      allManagementEvents: takesReads(rule),
    },
  };
}
