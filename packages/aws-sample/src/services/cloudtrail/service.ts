import { AwsError } from '../../aws-error.js';
import type { Call, ServiceDefinition } from '../../call.js';
import { flag, requiredText, text, texts } from '../../input.js';
import { withEpochSeconds } from '../../moments.js';
import { pageOf } from '../../paging.js';
import type { EventDataStore, Trail } from './inventory.js';

export type * from './inventory.js';

interface PlacedTrail {
  readonly trail: Trail;
  readonly home: string;
  readonly arn: string;
}

/** The account's trails, each with its home region. */
function placedTrails(call: Call): PlacedTrail[] {
  return Object.entries(call.account.regions).flatMap(([home, region]) =>
    (region.cloudtrail?.trails ?? []).map((trail) => ({
      trail,
      home,
      arn: trail.TrailARN ?? `arn:aws:cloudtrail:${home}:${call.accountId}:trail/${trail.Name}`,
    })),
  );
}

/** The trails that a region shows: its own, and shadows of multi-region trails of other regions. */
function visible(call: Call): PlacedTrail[] {
  return placedTrails(call).filter(({ trail, home }) => home === call.region || trail.IsMultiRegionTrail);
}

/**
 * A trail by ARN, or by name in its home region; a shadow trail only by its ARN.
 *
 * @throws AwsError `TrailNotFoundException`.
 */
function trailNamed(call: Call, name: string): PlacedTrail {
  const found = visible(call).find(
    ({ arn, trail, home }) => arn === name || (trail.Name === name && home === call.region),
  );
  if (found) return found;
  throw new AwsError('TrailNotFoundException', `Unknown trail: ${name} for the user: ${call.accountId}`);
}

function shownTrail({ trail, home, arn }: PlacedTrail): object {
  const { status: _, eventSelectors, advancedEventSelectors, insightSelectors, ...shown } = trail;
  return {
    IncludeGlobalServiceEvents: trail.IsMultiRegionTrail,
    IsOrganizationTrail: false,
    LogFileValidationEnabled: false,
    ...shown,
    TrailARN: arn,
    HomeRegion: home,
    HasCustomEventSelectors: eventSelectors !== undefined || advancedEventSelectors !== undefined,
    HasInsightSelectors: (insightSelectors?.length ?? 0) > 0,
  };
}

function describeTrails(call: Call): object {
  const names = texts(call.input, 'trailNameList');
  const shadows = flag(call.input, 'includeShadowTrails') ?? true;
  const trails = visible(call)
    .filter(({ home }) => shadows || home === call.region)
    // Unknown names are left out without an error, as in AWS.
    .filter(({ trail, arn }) => !names || names.includes(trail.Name) || names.includes(arn));
  return { trailList: trails.map(shownTrail) };
}

function listTrails(call: Call): object {
  const trails = placedTrails(call).map(({ trail, home, arn }) => ({
    TrailARN: arn,
    Name: trail.Name,
    HomeRegion: home,
  }));
  const page = pageOf(call, trails, {
    max: 100,
    tokenError: 'InvalidNextTokenException',
    sizeError: 'InvalidParameterException',
  });
  return { Trails: page.items, NextToken: page.nextToken };
}

function getTrailStatus(call: Call): object {
  const { trail } = trailNamed(call, requiredText(call.input, 'Name', 'InvalidTrailNameException'));
  return withEpochSeconds(
    trail.status,
    'LatestDeliveryTime',
    'LatestCloudWatchLogsDeliveryTime',
    'StartLoggingTime',
    'StopLoggingTime',
  );
}

/** A trail of the account's own. That of an organisation is another account's, which members see, but whose selectors they may not read. */
function ownTrailNamed(call: Call, name: string): PlacedTrail {
  const found = trailNamed(call, name);
  if (found.arn.split(':')[4] === call.accountId) return found;
  throw new AwsError('TrailNotFoundException', `Unknown trail: ${name} for the user: ${call.accountId}`);
}

function getEventSelectors(call: Call): object {
  const { trail, arn } = ownTrailNamed(call, requiredText(call.input, 'TrailName', 'InvalidTrailNameException'));
  if (trail.advancedEventSelectors) return { TrailARN: arn, AdvancedEventSelectors: trail.advancedEventSelectors };
  const byDefault = [
    { ReadWriteType: 'All', IncludeManagementEvents: true, DataResources: [], ExcludeManagementEventSources: [] },
  ];
  return { TrailARN: arn, EventSelectors: trail.eventSelectors ?? byDefault };
}

function getInsightSelectors(call: Call): object {
  const name = requiredText(call.input, 'TrailName', 'InvalidParameterCombinationException');
  const { trail, arn } = ownTrailNamed(call, name);
  if (!trail.insightSelectors?.length) {
    throw new AwsError(
      'InsightNotEnabledException',
      `Trail ${name} does not have Insights enabled. Edit the trail settings to enable Insights, and then try the operation again.`,
    );
  }
  return { TrailARN: arn, InsightSelectors: trail.insightSelectors };
}

function stores(call: Call): EventDataStore[] {
  return call.regional.cloudtrail?.eventDataStores ?? [];
}

function listEventDataStores(call: Call): object {
  const page = pageOf(call, stores(call), {
    sizeMember: 'MaxResults',
    max: 1000,
    tokenError: 'InvalidNextTokenException',
    sizeError: 'InvalidMaxResultsException',
  });
  const shown = page.items.map((store) => ({ EventDataStoreArn: store.EventDataStoreArn, Name: store.Name }));
  return { EventDataStores: shown, NextToken: page.nextToken };
}

function getEventDataStore(call: Call): object {
  const asked = text(call.input, 'EventDataStore');
  const store = stores(call).find(
    (candidate) => candidate.EventDataStoreArn === asked || candidate.EventDataStoreArn.endsWith(`/${asked}`),
  );
  if (!store) throw new AwsError('EventDataStoreNotFoundException', `Event data store ${asked} was not found.`);
  return withEpochSeconds(store, 'CreatedTimestamp', 'UpdatedTimestamp');
}

/** CloudTrail. */
export const cloudtrail: ServiceDefinition = {
  name: 'cloudtrail',
  signingName: 'cloudtrail',
  iamPrefix: 'cloudtrail',
  wire: 'json-1.1',
  target: 'CloudTrail_20131101',
  throttling: { code: 'ThrottlingException', status: 400 },
  operations: {
    DescribeTrails: { handle: describeTrails },
    ListTrails: { handle: listTrails },
    GetTrailStatus: { handle: getTrailStatus },
    GetEventSelectors: { handle: getEventSelectors },
    GetInsightSelectors: { handle: getInsightSelectors },
    ListEventDataStores: { handle: listEventDataStores },
    GetEventDataStore: { handle: getEventDataStore },
  },
};
