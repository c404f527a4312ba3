import type { Rule, Target } from '@aws-sdk/client-eventbridge';
import type { FoundDetection } from '../../../detections/found-detection.js';
import { type CollectorContext, forEach, ifReadable } from '../../collector.js';
import { regionalArn } from '../../regions.js';
import { ACTIVE, degraded, disabled, UNREADABLE, unread, type Verdict } from '../../verdict.js';
import { type FeedGap, regionFeedGap } from '../cloudtrail/trails.js';
import { FROM_ELSEWHERE, readOrigin } from './event-pattern.js';
import { hasPattern, isEnabled, listEventRules, listTargets } from './event-rules.js';

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
    else if (known !== undefined) yield detection(context, rule, await verdict(rule, known, feed));
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
  if (targets.length === 0) return degraded('no_target');
  if (gap === undefined) return UNREADABLE;
  return gap === null ? ACTIVE : degraded(gap);
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
