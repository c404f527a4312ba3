import {
  CloudTrailClient,
  type EventDataStore,
  type EventDataStoreStatus,
  GetEventDataStoreCommand,
  type GetEventDataStoreResponse,
  ListEventDataStoresCommand,
} from '@aws-sdk/client-cloudtrail';
import type { FoundDetection } from '../../../cloud/found-detection.js';
import {
  type CollectorContext,
  call,
  everything,
  forEach,
  NOT_OFFERED,
  pages,
  unlessRefusedWith,
} from '../../collector.js';
import { EVERY_REGION } from '../../regions.js';
import { ACTIVE, degraded, disabled, type Verdict } from '../../verdict.js';
import { cloudtrail } from './service.js';

const PAGE = 1000;
/** Error codes by which a region, or an account that never used event data stores, says that it has none. */
const NO_STORES: readonly string[] = [
  ...NOT_OFFERED,
  'UnsupportedOperationException',
  'OperationNotPermittedException',
];

/** The event data stores of a region, each read once per scan. The list does not say what they take. */
export function eventDataStores(context: CollectorContext): Promise<readonly GetEventDataStoreResponse[]> {
  return context.session.shared(`event data stores ${context.region}`, async () => {
    const client = context.session.client(CloudTrailClient, context.region);
    const stores = await unlessRefusedWith(NO_STORES, listStores(context, client));
    const { done, failure } = await forEach(stores ?? [], ({ EventDataStoreArn }) =>
      call(context, cloudtrail, 'GetEventDataStore', () =>
        client.send(new GetEventDataStoreCommand({ EventDataStore: EventDataStoreArn })),
      ),
    );
    if (failure !== undefined) throw failure;
    return [...done.values()];
  });
}

/** The event data stores that collect Insights; the others only keep events for searching. */
export async function storesOfInsights(context: CollectorContext): Promise<readonly FoundDetection[]> {
  return (await eventDataStores(context)).filter(takesInsights).map((store) => detection(context, store));
}

function listStores(context: CollectorContext, client: CloudTrailClient): Promise<readonly EventDataStore[]> {
  const listing = pages(
    context,
    cloudtrail,
    'ListEventDataStores',
    (NextToken) => client.send(new ListEventDataStoresCommand({ MaxResults: PAGE, NextToken })),
    (output) => output.NextToken,
  );
  return everything(listing, (output) => output.EventDataStores);
}

function takesInsights({ AdvancedEventSelectors: selectors = [] }: GetEventDataStoreResponse): boolean {
  return selectors.some(({ FieldSelectors: fields = [] }) =>
    fields.some(({ Field, Equals }) => Field === 'eventCategory' && Equals?.includes('Insight')),
  );
}

function detection({ region }: CollectorContext, store: GetEventDataStoreResponse): FoundDetection {
  const { EventDataStoreArn: arn = '', Name: name = arn } = store;
  return {
    key: arn,
    type: 'cloudtrail_insights',
    scope: region,
    name: `CloudTrail Insights: ${name}`,
    arn,
    description: 'Event data store that takes Insights events',
    managed: true,
    ...verdictOf(store.Status),
    seenScopes: store.MultiRegionEnabled === true ? EVERY_REGION : null,
    subject: { kind: 'service', service: cloudtrail.id },
  };
}

function verdictOf(status: EventDataStoreStatus | undefined): Verdict {
  switch (status) {
    case 'ENABLED':
      return ACTIVE;
    case 'CREATED':
    case 'STARTING_INGESTION':
      return degraded('not_feeding');
    case 'PENDING_DELETION':
      return disabled('deleting');
    default:
      return disabled('trail_stopped');
  }
}
