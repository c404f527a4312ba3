import { awsService, NO_NAME } from '../../aws-service.js';

/** AWS Lambda. */
export const lambda = awsService({
  id: 'lambda',
  iamPrefix: 'lambda',
  detections: ['lambda_detection'],
  sdk: () => import('@aws-sdk/client-lambda'),
  client: 'LambdaClient',
  operations: {
    ListFunctions: { MaxItems: 1 },
    GetPolicy: { FunctionName: NO_NAME },
    ListEventSourceMappings: { MaxItems: 1 },
    ListTags: { Resource: `arn:aws:lambda:us-east-1:000000000000:function:${NO_NAME}` },
  },
  rounds: 4,
});
