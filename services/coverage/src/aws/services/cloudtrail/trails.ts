import {
  type AdvancedEventSelector,
  CloudTrailClient,
  DescribeTrailsCommand,
  type EventSelector,
  GetEventSelectorsCommand,
  type GetEventSelectorsResponse,
  GetTrailStatusCommand,
  type GetTrailStatusResponse,
  type Trail,
} from '@aws-sdk/client-cloudtrail';
import { CallFailure } from '../../../cloud/provider.js';
import { parseArn } from '../../arn.js';
import { type CollectorContext, call, isDenied } from '../../collector.js';
import { cloudtrail } from './service.js';

/** Why CloudTrail's events do not arrive. */
export type FeedGap = 'no_trail' | 'trail_stopped' | 'not_feeding';

/**
 * The trails that a region lists: its own, and shadows of those of other regions that record its events. Listed once per region and scan.
 */
export function listTrails(context: CollectorContext): Promise<readonly Trail[]> {
  const { session, region } = context;
  return session.shared(`trails ${region}`, async () => {
    const client = session.client(CloudTrailClient, region);
    const output = await call(context, cloudtrail, 'DescribeTrails', () => client.send(new DescribeTrailsCommand({})));
    return output.trailList ?? [];
  });
}

/** A trail's status, requested once per scan in its home region, however many regions list it. */
export function trailStatus(context: CollectorContext, trail: Trail): Promise<GetTrailStatusResponse> {
  const { client, name, home } = atHome(context, trail);
  return context.session.shared(`trail status ${name}`, () =>
    call(home, cloudtrail, 'GetTrailStatus', () => client.send(new GetTrailStatusCommand({ Name: name }))),
  );
}

/** Which management events a trail records: write events and read events. */
export interface ManagementEvents {
  readonly writes: boolean;
  readonly reads: boolean;
}

/** The selectors of a trail, requested once per scan; undefined for one without selectors of its own, which takes every management event. */
export function trailSelectors(
  context: CollectorContext,
  trail: Trail,
): Promise<GetEventSelectorsResponse | undefined> {
  if (trail.HasCustomEventSelectors === false) return Promise.resolve(undefined);
  const { client, name, home } = atHome(context, trail);
  return context.session.shared(`trail selectors ${name}`, () =>
    call(home, cloudtrail, 'GetEventSelectors', () => client.send(new GetEventSelectorsCommand({ TrailName: name }))),
  );
}

/** Whether a trail belongs to another account: that of an organisation, which its members see in their lists. */
export function isForeign({ externalAccountId }: CollectorContext, { TrailARN: arn = '' }: Trail): boolean {
  const account = parseArn(arn)?.account;
  return account !== undefined && account !== externalAccountId;
}

/**
 * Whether a failure to read a trail does not pass by itself: the role may not read it, or it is another account's, of which CloudTrail tells
 * a member little and says so by one of several errors.
 */
export function isWithheld(context: CollectorContext, trail: Trail, failure: unknown): boolean {
  if (isDenied(failure)) return true;
  return isForeign(context, trail) && failure instanceof CallFailure && failure.error.kind === 'unexpected';
}

/** The management events that a trail records. */
export async function managementEvents(context: CollectorContext, trail: Trail): Promise<ManagementEvents> {
  const selectors = await trailSelectors(context, trail);
  if (selectors === undefined) return { writes: true, reads: true };
  const { EventSelectors: basic = [], AdvancedEventSelectors: advanced = [] } = selectors;
  return {
    writes: basic.some((one) => takesBasic(one, 'ReadOnly')) || advanced.some((one) => takesAdvanced(one, 'true')),
    reads: basic.some((one) => takesBasic(one, 'WriteOnly')) || advanced.some((one) => takesAdvanced(one, 'false')),
  };
}

/**
 * Why the region's CloudTrail events reach neither EventBridge nor a log group; null when a trail records them.
 * @throws CallFailure when no trail is known to record them, and one could not be read
 */
export function regionFeedGap(context: CollectorContext): Promise<FeedGap | null> {
  return context.session.shared(`trail feed ${context.region}`, async () =>
    bestFeed(context, await listTrails(context)),
  );
}

/** The same for the given trails, for their log groups if `into` says so: the gap of the trail that comes nearest to feeding. */
export async function bestFeed(
  context: CollectorContext,
  trails: readonly Trail[],
  into?: 'logs',
): Promise<FeedGap | null> {
  let gap: FeedGap = 'no_trail';
  let failure: unknown;
  // One after the other: once a trail feeds, the others need not be asked.
  for (const trail of trails) {
    try {
      const { IsLogging: isLogging, LatestCloudWatchLogsDeliveryError: lost } = await trailStatus(context, trail);
      if (isLogging !== true) gap = gap === 'no_trail' ? 'trail_stopped' : gap;
      else if (into === 'logs' && lost) gap = 'not_feeding';
      else if ((await managementEvents(context, trail)).writes) return null;
      else gap = 'not_feeding';
    } catch (error) {
      context.signal.throwIfAborted();
      failure ??= error;
    }
  }
  if (failure !== undefined) throw failure;
  return gap;
}

function atHome(context: CollectorContext, trail: Trail) {
  const region = trail.HomeRegion ?? context.region;
  return {
    home: { ...context, region },
    client: context.session.client(CloudTrailClient, region),
    name: trail.TrailARN ?? trail.Name ?? '',
  };
}

/** Whether a selector takes management events of more than this one type. */
function takesBasic(
  { IncludeManagementEvents: management, ReadWriteType: type }: EventSelector,
  other: string,
): boolean {
  return management !== false && type !== other;
}

/** Whether a selector takes management events, and not only those with this `readOnly`. */
function takesAdvanced({ FieldSelectors: fields = [] }: AdvancedEventSelector, other: 'true' | 'false'): boolean {
  const management = fields.some(({ Field, Equals }) => Field === 'eventCategory' && Equals?.includes('Management'));
  return management && !fields.some(({ Field, Equals }) => Field === 'readOnly' && Equals?.includes(other));
}
