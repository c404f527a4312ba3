import {
  CloudTrailClient,
  GetInsightSelectorsCommand,
  type InsightSelector,
  type Trail,
} from '@aws-sdk/client-cloudtrail';
import type { FoundDetection } from '../../../cloud/found-detection.js';
import { attempt } from '../../attempt.js';
import { type CollectorContext, call, forEach, unlessRefusedWith } from '../../collector.js';
import { EVERY_REGION } from '../../regions.js';
import { ACTIVE, degraded, disabled, unread, type Verdict } from '../../verdict.js';
import { storesOfInsights } from './event-data-stores.js';
import { cloudtrail } from './service.js';
import { isForeign, isWithheld, listTrails, managementEvents, trailStatus } from './trails.js';

export { feeds, forwards } from './feeds.js';

const NOT_ENABLED: readonly string[] = ['InsightNotEnabledException'];
const WATCHED: Readonly<Record<string, string>> = {
  ApiCallRateInsight: 'rates of calls that change something',
  ApiErrorRateInsight: 'rates of errors',
};

/**
 * CloudTrail: Insights of its trails and event data stores, which are the only detections of CloudTrail itself. A multi-region trail is
 * listed in each of its regions, but is one detection, in its home region, which sees them all.
 */
export async function* collect(context: CollectorContext): AsyncGenerator<FoundDetection> {
  const trails = (await listTrails(context)).filter(
    ({ HomeRegion: home, HasInsightSelectors: insights }) =>
      (home === undefined || home === context.region) && insights !== false,
  );
  const { done, failure } = await forEach(trails, (trail) => insightSelectors(context, trail));
  context.signal.throwIfAborted();
  const failures = [failure];
  for (const [trail, selectors] of done) {
    if (selectors.length === 0) continue;
    const verdict = await attempt(context, verdictOf(context, trail, selectors));
    if ('value' in verdict) yield detection(context, trail, selectors, verdict.value);
    else {
      failures.push(verdict.failure);
      const denied = unread(verdict.failure);
      if (denied !== undefined) yield detection(context, trail, selectors, denied);
    }
  }
  const stores = await attempt(context, storesOfInsights(context));
  if ('value' in stores) yield* stores.value;
  else failures.push(stores.failure);
  const first = failures.find((one) => one !== undefined);
  if (first !== undefined) throw first;
}

async function insightSelectors(context: CollectorContext, trail: Trail): Promise<readonly InsightSelector[]> {
  const client = context.session.client(CloudTrailClient, context.region);
  const output = await unlessRefusedWith(
    NOT_ENABLED,
    call(context, cloudtrail, 'GetInsightSelectors', () =>
      client.send(new GetInsightSelectorsCommand({ TrailName: trail.TrailARN ?? trail.Name })),
    ),
  ).catch((failure: unknown) => {
    // Insights of another account's trail are that account's detections.
    if (isForeign(context, trail) && isWithheld(context, trail, failure)) return undefined;
    throw failure;
  });
  return output?.InsightSelectors ?? [];
}

/** Insights analyse the events that the trail records, while it records. */
async function verdictOf(
  context: CollectorContext,
  trail: Trail,
  selectors: readonly InsightSelector[],
): Promise<Verdict> {
  const { IsLogging: isLogging, LatestDeliveryError: undelivered } = await trailStatus(context, trail);
  if (isLogging !== true) return disabled('trail_stopped');
  const { writes, reads } = await managementEvents(context, trail);
  const seeing = selectors.filter(({ InsightType: type, EventCategories: categories = [] }) => {
    // Insights on data events depend on other selectors; without those, AWS does not turn them on.
    if (categories.includes('Data')) return true;
    return writes || (reads && type === 'ApiErrorRateInsight');
  });
  if (seeing.length === 0) return disabled('not_feeding');
  if (seeing.length < selectors.length) return degraded('not_feeding');
  return undelivered ? degraded('no_target') : ACTIVE;
}

function detection(
  { region }: CollectorContext,
  { TrailARN: arn = '', Name: name = arn, IsMultiRegionTrail: everywhere }: Trail,
  selectors: readonly InsightSelector[],
  verdict: Verdict,
): FoundDetection {
  const watched = selectors.map(({ InsightType: type = '' }) => WATCHED[type] ?? type).sort();
  return {
    key: arn,
    type: 'cloudtrail_insights',
    scope: region,
    name: `CloudTrail Insights: ${name}`,
    arn,
    description: `Looks for unusual ${watched.join(' and ')}`,
    managed: true,
    ...verdict,
    seenScopes: everywhere === true ? EVERY_REGION : null,
    subject: { kind: 'service', service: cloudtrail.id },
  };
}
