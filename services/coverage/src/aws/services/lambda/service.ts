import { awsService, NO_NAME } from '../../aws-service.js';

/** AWS Lambda. */
export const lambda = awsService({
  id: 'lambda',
  iamPrefix: 'lambda',
  detections: ['lambda_detection'],
  readFromText: true,
  sdk: () => import('@aws-sdk/client-lambda'),
  client: 'LambdaClient',
  operations: {
    ListFunctions: { why: 'which functions receive events, alarms or log lines', probe: { MaxItems: 1 } },
    ListEventSourceMappings: { why: 'which queues and streams feed a function', probe: { MaxItems: 1 } },
    ListTags: {
      why: 'which techniques a tag says that a function looks for',
      probe: { Resource: `arn:aws:lambda:us-east-1:000000000000:function:${NO_NAME}` },
    },
  },
  rounds: 4,
});
