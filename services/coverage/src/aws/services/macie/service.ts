import { awsServiceMappings } from '@tripline/attack';
import { awsService } from '../../aws-service.js';

const techniques = () => awsServiceMappings('macie');

/** Amazon Macie. */
export const macie = awsService({
  id: 'macie',
  iamPrefix: 'macie2',
  detections: ['macie'],
  sdk: () => import('@aws-sdk/client-macie2'),
  client: 'Macie2Client',
  operations: {
    GetMacieSession: { why: 'whether Macie is enabled', probe: {} },
    GetAdministratorAccount: { why: 'which account gets Macie’s findings too', probe: {} },
    ListClassificationJobs: { why: 'whether jobs look for sensitive data', probe: { maxResults: 1 } },
  },
  rounds: 2,
  techniques,
  sentFindings: [{ source: 'aws.macie', detailTypes: ['Macie Finding', 'Macie Alert'], techniques }],
});
