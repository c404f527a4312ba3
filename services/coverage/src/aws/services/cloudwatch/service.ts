import { awsService } from '../../aws-service.js';

/** Amazon CloudWatch. */
export const cloudwatch = awsService({
  id: 'cloudwatch',
  iamPrefix: 'cloudwatch',
  detections: ['cloudwatch_alarm'],
  sdk: () => import('@aws-sdk/client-cloudwatch'),
  client: 'CloudWatchClient',
  operations: { DescribeAlarms: { MaxRecords: 1 } },
  rounds: 2,
});
