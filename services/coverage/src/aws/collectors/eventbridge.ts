import type { Rule, Target } from '@aws-sdk/client-eventbridge';
import type { FoundDetection } from '../../detections/detection-model.js';
import { CallFailure } from '../../providers/provider.js';
import { type Collector, type CollectorContext, forEach, ifReadable } from '../collector.js';
import { type PatternOrigin, readOrigin } from '../event-pattern.js';
import { type EventRules, hasPattern, isEnabled, listEventRules, listTargets } from '../listings/event-rules.js';
import { type FeedGap, regionFeedGap } from '../listings/trails.js';
import { regionalArn } from '../regions.js';

type Verdict = Pick<FoundDetection, 'status' | 'statusReason'>;

const ACTIVE: Verdict = { status: 'active', statusReason: null };
const DEFAULT_BUS = 'default';
/** The state of a rule that is given events of calls that only read, too. */
const ALL_MANAGEMENT_EVENTS = 'ENABLED_WITH_ALL_CLOUDTRAIL_MANAGEMENT_EVENTS';

/** EventBridge: every rule with an event pattern, on whatever bus. Rules with a schedule alone are timers and no detections. */
export const eventbridge: Collector = {
  service: 'eventbridge',
  async *collect(context) {
    const listing = await listEventRules(context);
    const rules = listing.rules.filter(hasPattern);
    const enabled = rules.filter(isEnabled);
    const { done: targets, failure } = await forEach(enabled, (rule) => listTargets(context, rule));
    context.signal.throwIfAborted();
    const feed = trailFeed(context);
    const forwarded = forwardedBuses(targets);
    for (const rule of rules) {
      const known = targets.get(rule);
      if (!isEnabled(rule)) yield detection(context, rule, { status: 'disabled', statusReason: 'disabled' });
      else if (known !== undefined) {
        yield detection(context, rule, await verdict(rule, known, originGap(listing, forwarded, rule), feed));
      } else if (failure instanceof CallFailure && failure.error.kind === 'access_denied') {
        yield detection(context, rule, { status: 'unknown', statusReason: 'insufficient_permissions' });
      }
      // What could not be read for another reason stays as the last scan saw it.
    }
    if (failure !== undefined) throw failure;
  },
};

/** Why CloudTrail does not feed the region, asked only when a pattern depends on it; undefined when it could not be told. */
function trailFeed(context: CollectorContext): () => Promise<FeedGap | null | undefined> {
  let feed: Promise<FeedGap | null | undefined> | undefined;
  return () => {
    feed ??= ifReadable(context, regionFeedGap(context));
    return feed;
  };
}

/** Whether a rule's pattern can match, and whether anybody hears of it. */
async function verdict(
  rule: Rule,
  targets: readonly Target[],
  origin: PatternOrigin | 'unfed_bus',
  feed: () => Promise<FeedGap | null | undefined>,
): Promise<Verdict> {
  // A rule in another region could forward to this bus; none here does.
  if (origin === 'unfed_bus') return { status: 'unknown', statusReason: 'not_feeding' };
  const { cloudTrail, readOnly, mayBeData } = origin;
  if (cloudTrail === 'always' && readOnly && rule.State !== ALL_MANAGEMENT_EVENTS) {
    return { status: 'disabled', statusReason: 'not_feeding' };
  }
  const missing = cloudTrail === 'never' ? null : await feed();
  // A trail without management events may still take the data events that such a pattern looks for.
  const gap = missing === 'not_feeding' && mayBeData ? null : missing;
  if (typeof gap === 'string' && cloudTrail === 'always') return { status: 'disabled', statusReason: gap };
  if (targets.length === 0) return { status: 'degraded', statusReason: 'no_target' };
  if (gap === undefined) return { status: 'unknown', statusReason: 'dependency_unreadable' };
  return gap === null ? ACTIVE : { status: 'degraded', statusReason: gap };
}

/** Where the events of a rule's pattern come from; a custom bus gets those of AWS only from who sends them on. */
function originGap({ buses }: EventRules, forwarded: ReadonlySet<string>, rule: Rule): PatternOrigin | 'unfed_bus' {
  const origin = readOrigin(rule.EventPattern ?? '');
  const bus = buses.find(({ Name }) => Name === rule.EventBusName);
  if (bus?.Name === undefined || bus.Name === DEFAULT_BUS || !origin.awsOnly) return origin;
  if (bus.Arn !== undefined && forwarded.has(bus.Arn)) return origin;
  // Other accounts may send to it: theirs are the trails that count, and we do not see them.
  return bus.Policy ? { ...origin, cloudTrail: 'never' } : 'unfed_bus';
}

/** ARNs of everything that the region's rules send events to, buses among them. */
function forwardedBuses(targets: ReadonlyMap<Rule, readonly Target[]>): ReadonlySet<string> {
  return new Set([...targets.values()].flat().flatMap(({ Arn }) => (Arn === undefined ? [] : [Arn])));
}

function detection({ region, externalAccountId }: CollectorContext, rule: Rule, found: Verdict): FoundDetection {
  const name = rule.Name ?? '';
  const path =
    rule.EventBusName === undefined || rule.EventBusName === DEFAULT_BUS ? name : `${rule.EventBusName}/${name}`;
  const arn = rule.Arn ?? regionalArn(region, 'events', externalAccountId, `rule/${path}`);
  return {
    key: arn,
    type: 'eventbridge_rule',
    region,
    name,
    arn,
    description: rule.Description ?? null,
    managed: rule.ManagedBy !== undefined,
    ...found,
    subject: {
      kind: 'event_pattern',
      pattern: rule.EventPattern ?? '',
      allManagementEvents: rule.State === ALL_MANAGEMENT_EVENTS,
    },
  };
}
