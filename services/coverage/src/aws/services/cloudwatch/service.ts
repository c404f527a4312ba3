import { awsService } from '../../aws-service.js';

/** Amazon CloudWatch. */
export const cloudwatch = awsService({
  id: 'cloudwatch',
  iamPrefix: 'cloudwatch',
  detections: ['cloudwatch_alarm'],
  readFromText: true,
  sdk: () => import('@aws-sdk/client-cloudwatch'),
  client: 'CloudWatchClient',
  operations: {
    DescribeAlarms: { why: 'which alarms there are, what they watch, and whom they tell', probe: { MaxRecords: 1 } },
  },
  rounds: 2,
});
