import { awsService } from '../../aws-service.js';

/** Amazon EC2, for the flow logs of its networks. It has no detections. */
export const ec2 = awsService({
  id: 'ec2',
  iamPrefix: 'ec2',
  detections: [],
  sdk: () => import('@aws-sdk/client-ec2'),
  client: 'EC2Client',
  operations: {
    DescribeVpcs: { why: 'which networks there are, each of which flow logs should cover', probe: { MaxResults: 5 } },
    DescribeFlowLogs: { why: 'which networks have flow logs, and what those take', probe: { MaxResults: 5 } },
  },
  rounds: 1,
  techniques: () => [],
  logs: ['vpc_flow_logs'],
});
