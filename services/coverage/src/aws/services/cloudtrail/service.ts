import { awsServiceMappings } from '@tripline/attack';
import { awsService, NO_ID, NO_NAME } from '../../aws-service.js';

const techniques = () => awsServiceMappings('cloudtrail_insights');

/** AWS CloudTrail. Its own detections are Insights. */
export const cloudtrail = awsService({
  id: 'cloudtrail',
  iamPrefix: 'cloudtrail',
  detections: ['cloudtrail_insights'],
  sdk: () => import('@aws-sdk/client-cloudtrail'),
  client: 'CloudTrailClient',
  operations: {
    DescribeTrails: { why: 'which trails there are, and where they deliver', probe: {} },
    GetTrailStatus: { why: 'whether a trail records now, and whether its deliveries fail', probe: { Name: NO_NAME } },
    GetEventSelectors: { why: 'which events a trail takes', probe: { TrailName: NO_NAME } },
    GetInsightSelectors: {
      why: 'whether a trail looks for unusual rates of calls and errors',
      probe: { TrailName: NO_NAME },
    },
    ListEventDataStores: { why: 'which event data stores keep events', probe: { MaxResults: 1 } },
    GetEventDataStore: { why: 'which events a store takes, and whether it is on', probe: { EventDataStore: NO_ID } },
  },
  rounds: 3,
  limits: { atOnce: 4, perSecond: 10, burst: 10 },
  techniques,
  logs: ['cloudtrail_management_write', 'cloudtrail_management_read', 'cloudtrail_data_write', 'cloudtrail_data_read'],
  // Insights have the source of the service whose calls are unusual.
  sentFindings: [{ source: undefined, detailTypes: ['AWS Insight via CloudTrail'], techniques }],
});
