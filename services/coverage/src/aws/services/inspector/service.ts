import { awsServiceMappings } from '@tripline/attack';
import { awsService } from '../../aws-service.js';

const techniques = () => awsServiceMappings('inspector');

/** Amazon Inspector. */
export const inspector = awsService({
  id: 'inspector',
  iamPrefix: 'inspector2',
  detections: ['inspector'],
  sdk: () => import('@aws-sdk/client-inspector2'),
  client: 'Inspector2Client',
  operations: {
    BatchGetAccountStatus: { why: 'whether Inspector is enabled, and for what', probe: {} },
    GetDelegatedAdminAccount: { why: 'which account gets Inspector’s findings too', probe: {} },
    ListFilters: { why: 'whether a filter suppresses findings', probe: { maxResults: 1 } },
  },
  rounds: 2,
  techniques,
  sentFindings: [{ source: 'aws.inspector2', detailTypes: ['Inspector2 Finding'], techniques }],
});
