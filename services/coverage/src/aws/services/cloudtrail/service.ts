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
    DescribeTrails: {},
    GetTrailStatus: { Name: NO_NAME },
    GetEventSelectors: { TrailName: NO_NAME },
    GetInsightSelectors: { TrailName: NO_NAME },
    ListEventDataStores: { MaxResults: 1 },
    GetEventDataStore: { EventDataStore: NO_ID },
  },
  rounds: 3,
  limits: { atOnce: 4, perSecond: 10, burst: 10 },
  techniques,
  logs: ['cloudtrail_management_write', 'cloudtrail_management_read', 'cloudtrail_data_write', 'cloudtrail_data_read'],
  // Insights have the source of the service whose calls are unusual.
  sentFindings: [{ source: undefined, detailTypes: ['AWS Insight via CloudTrail'], techniques }],
});
