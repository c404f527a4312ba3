import { awsServiceMappings } from '@tripline/attack';
import { awsService } from '../../aws-service.js';

const techniques = () => awsServiceMappings('access_analyzer');

/** IAM Access Analyzer. */
export const accessAnalyzer = awsService({
  id: 'access_analyzer',
  iamPrefix: 'access-analyzer',
  detections: ['access_analyzer'],
  sdk: () => import('@aws-sdk/client-accessanalyzer'),
  client: 'AccessAnalyzerClient',
  operations: {
    ListAnalyzers: {
      why: 'which analyzers watch for access from outside, and whether they are active',
      probe: { maxResults: 1 },
    },
  },
  rounds: 1,
  techniques,
  sentFindings: [{ source: 'aws.access-analyzer', detailTypes: ['Access Analyzer Finding'], techniques }],
});
