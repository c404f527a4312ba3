import type { GetEventDataStoreResponse, Trail } from '@aws-sdk/client-cloudtrail';
import { globalAwsEventSources } from '@tripline/attack';
import type { Forward } from '../../../cloud/forward.js';
import type { TakenLog } from '../../../cloud/log-feed.js';
import { type CollectorContext, forEach, ifReadable } from '../../collector.js';
import type { AwsFeedGap, AwsLogFeed } from '../../feed-gaps.js';
import { logGroupOf } from '../../log-group.js';
import { EVERY_REGION } from '../../regions.js';
import { eventDataStores } from './event-data-stores.js';
import { EVERY_MANAGEMENT_EVENT, takenByAdvanced, takenByBasic } from './selectors.js';
import { isWithheld, listTrails, trailSelectors, trailStatus } from './trails.js';

/** The trails and event data stores that take events of a region, with the logs that their selectors take. */
export async function feeds(context: CollectorContext): Promise<readonly AwsLogFeed[]> {
  const { done, failure } = await forEach(await listTrails(context), (trail) => feedOfTrail(context, trail));
  if (failure !== undefined) throw failure;
  const stores = (await eventDataStores(context)).map(feedOfStore).filter(({ takes }) => takes.length > 0);
  return [...done.values(), ...stores];
}

async function feedOfTrail(context: CollectorContext, trail: Trail): Promise<AwsLogFeed> {
  const { TrailARN: arn = null, Name: name = arn ?? '' } = trail;
  // A trail of every region is listed in each of them, and is told there.
  const feed = { kind: 'trail', name, arn, seenScopes: null, detail: null, idle: false } as const;
  try {
    const [gap, takes] = [await gapOfTrail(context, trail), await takenBy(context, trail)];
    return { ...feed, gap, takes };
  } catch (failure) {
    context.signal.throwIfAborted();
    // What is withheld does not pass by itself: the other trails still say what arrives.
    if (!isWithheld(context, trail, failure)) throw failure;
    return { ...feed, gap: 'unread', takes: [] };
  }
}

async function gapOfTrail(context: CollectorContext, trail: Trail): Promise<AwsFeedGap | null> {
  const status = await trailStatus(context, trail);
  if (status.IsLogging !== true) return 'trail_stopped';
  const intoLogs = trail.CloudWatchLogsLogGroupArn !== undefined && !status.LatestCloudWatchLogsDeliveryError;
  return status.LatestDeliveryError && !intoLogs ? 'not_delivered' : null;
}

async function takenBy(context: CollectorContext, trail: Trail): Promise<readonly TakenLog[]> {
  const selectors = await trailSelectors(context, trail);
  const taken =
    selectors === undefined
      ? EVERY_MANAGEMENT_EVENT
      : [...takenByBasic(selectors.EventSelectors ?? []), ...takenByAdvanced(selectors.AdvancedEventSelectors ?? [])];
  if (trail.IncludeGlobalServiceEvents !== false) return taken;
  return taken.map((one) => ({ ...one, leavesOut: [...one.leavesOut, ...globalAwsEventSources()] }));
}

/**
 * The log groups that trails deliver a region's events to where another account or region has them: metric filters on them see these events
 * too. A group of the region itself is read with it.
 */
export async function forwards(context: CollectorContext): Promise<readonly Forward[]> {
  const found: Forward[] = [];
  for (const trail of await listTrails(context)) {
    const group = logGroupOf(trail.CloudWatchLogsLogGroupArn ?? '');
    if (group === undefined || (group.account === context.externalAccountId && group.region === context.region))
      continue;
    const status = await ifReadable(context, trailStatus(context, trail));
    if (status?.IsLogging === false) continue;
    const { account, arn, region } = group;
    found.push({ account, scope: region, reader: 'logs', into: arn, via: 'log_group', subject: null });
  }
  return found;
}

function feedOfStore(store: GetEventDataStoreResponse): AwsLogFeed {
  const { EventDataStoreArn: arn = null, Name: name = arn ?? '' } = store;
  return {
    kind: 'event_data_store',
    name,
    arn,
    seenScopes: store.MultiRegionEnabled === true ? EVERY_REGION : null,
    gap: store.Status === 'ENABLED' ? null : 'trail_stopped',
    detail: null,
    idle: false,
    takes: takenByAdvanced(store.AdvancedEventSelectors ?? []),
  };
}
