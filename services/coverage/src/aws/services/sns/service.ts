import { awsService, NO_NAME } from '../../aws-service.js';
import { regionalArn } from '../../partitions.js';

/** Amazon SNS. It has no detections; rules and alarms notify people through its topics. */
export const sns = awsService({
  id: 'sns',
  iamPrefix: 'sns',
  detections: [],
  sdk: () => import('@aws-sdk/client-sns'),
  client: 'SNSClient',
  operations: {
    ListSubscriptionsByTopic: {
      why: 'whether anybody is subscribed to the topics that rules and alarms notify',
      probe: ({ account, region }) => ({ TopicArn: regionalArn(region, 'sns', account, NO_NAME) }),
    },
  },
  rounds: 1,
  // It notices nothing itself.
  techniques: () => [],
});
