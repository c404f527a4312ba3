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
    DescribeConfigRules: {},
    DescribeConfigurationRecorders: {},
    DescribeConfigurationRecorderStatus: {},
    DescribeConformancePacks: { Limit: 1 },
    DescribeComplianceByConfigRule: {},
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
