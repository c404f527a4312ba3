import { awsService, NO_NAME } from '../../aws-service.js';

/** Amazon EventBridge. */
export const eventbridge = awsService({
  id: 'eventbridge',
  iamPrefix: 'events',
  detections: ['eventbridge_rule'],
  sdk: () => import('@aws-sdk/client-eventbridge'),
  client: 'EventBridgeClient',
  operations: {
    ListEventBuses: { Limit: 1 },
    ListRules: { Limit: 1 },
    DescribeRule: { Name: NO_NAME },
    ListTargetsByRule: { Rule: NO_NAME },
  },
  rounds: 6,
});
