import { awsServiceMappings } from '@tripline/attack';
import { awsService, NO_NAME } from '../../aws-service.js';

const NO_CONTROL = { SecurityControlId: 'Account.0', StandardsArn: 'arn:aws:securityhub:::standards/none' };
const techniques = () => awsServiceMappings('security_hub');

/** AWS Security Hub. */
export const securityhub = awsService({
  id: 'securityhub',
  iamPrefix: 'securityhub',
  detections: ['securityhub', 'securityhub_standard', 'securityhub_control', 'securityhub_insight'],
  sdk: () => import('@aws-sdk/client-securityhub'),
  client: 'SecurityHubClient',
  operations: {
    DescribeHub: {},
    GetEnabledStandards: { MaxResults: 1 },
    DescribeStandards: { MaxResults: 1 },
    DescribeStandardsControls: { StandardsSubscriptionArn: NO_NAME },
    ListSecurityControlDefinitions: { MaxResults: 1 },
    ListStandardsControlAssociations: { SecurityControlId: NO_CONTROL.SecurityControlId },
    BatchGetStandardsControlAssociations: { StandardsControlAssociationIds: [NO_CONTROL] },
    GetInsights: { MaxResults: 1 },
    ListEnabledProductsForImport: { MaxResults: 1 },
    GetFindings: { MaxResults: 1 },
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
