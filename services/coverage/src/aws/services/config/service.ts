import { awsServiceMappings } from '@tripline/attack';
import { awsService } from '../../aws-service.js';

/** AWS Config. */
export const config = awsService({
  id: 'config',
  iamPrefix: 'config',
  detections: ['config_rule'],
  sdk: () => import('@aws-sdk/client-config-service'),
  client: 'ConfigServiceClient',
  operations: {
    DescribeConfigRules: { why: 'which rules check resources, and whether they are active', probe: {} },
    DescribeConfigurationRecorders: { why: 'which kinds of resources are recorded for the rules', probe: {} },
    DescribeConfigurationRecorderStatus: { why: 'whether the recorder that rules need is running', probe: {} },
    DescribeConformancePacks: { why: 'which rules a conformance pack manages', probe: { Limit: 1 } },
    DescribeComplianceByConfigRule: { why: 'which checks that ask for a detection fail', probe: {} },
  },
  rounds: 3,
  sentFindings: [
    {
      source: 'aws.config',
      detailTypes: ['Config Rules Compliance Change', 'Config Configuration Item Change'],
      techniques: () => awsServiceMappings('config'),
    },
  ],
});
