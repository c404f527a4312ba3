import { awsServiceMappings } from '@tripline/attack';
import { awsService, NO_NAME } from '../../aws-service.js';

const techniques = () => awsServiceMappings('security_hub');

/** AWS Security Hub. */
export const securityhub = awsService({
  id: 'securityhub',
  iamPrefix: 'securityhub',
  detections: ['securityhub', 'securityhub_standard', 'securityhub_control', 'securityhub_insight'],
  sdk: () => import('@aws-sdk/client-securityhub'),
  client: 'SecurityHubClient',
  operations: {
    DescribeHub: { why: 'whether Security Hub is enabled', probe: {} },
    GetAdministratorAccount: { why: 'which account gets Security Hub’s findings too', probe: {} },
    GetEnabledStandards: { why: 'which standards are enabled', probe: { MaxResults: 1 } },
    DescribeStandardsControls: {
      why: 'which controls of a standard are enabled',
      probe: { StandardsSubscriptionArn: NO_NAME },
    },
    GetInsights: { why: 'which insights customers have written', probe: { MaxResults: 1 } },
    ListEnabledProductsForImport: { why: 'which products send findings to it', probe: { MaxResults: 1 } },
    GetFindings: { why: 'which controls that ask for a detection fail', probe: { MaxResults: 1 } },
  },
  rounds: 5,
  limits: { atOnce: 4, perSecond: 10, burst: 30 },
  sentFindings: [
    {
      source: 'aws.securityhub',
      detailTypes: [
        'Security Hub Findings - Imported',
        'Security Hub Findings - Custom Action',
        'Security Hub Insight Results',
      ],
      techniques,
    },
    { source: 'aws.securityhub', detailTypes: ['Findings Imported V2'], techniques },
  ],
});
