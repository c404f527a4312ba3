import { awsService, NO_NAME } from '../../aws-service.js';

/** Amazon EventBridge. */
export const eventbridge = awsService({
  id: 'eventbridge',
  iamPrefix: 'events',
  detections: ['eventbridge_rule'],
  readFromText: true,
  sdk: () => import('@aws-sdk/client-eventbridge'),
  client: 'EventBridgeClient',
  operations: {
    ListEventBuses: { why: 'which event buses there are', probe: { Limit: 1 } },
    ListRules: { why: 'which rules look at events, with their patterns and states', probe: { Limit: 1 } },
    ListTargetsByRule: { why: 'whether a rule sends what it finds anywhere', probe: { Rule: NO_NAME } },
  },
  rounds: 6,
});
