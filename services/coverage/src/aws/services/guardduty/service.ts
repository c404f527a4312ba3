import { guardDutyFindings } from '@tripline/attack';
import { awsService, NO_ID, NO_NAME } from '../../aws-service.js';

/** Amazon GuardDuty. Its findings are sent to EventBridge too; `mapping/eventbridge-signals.ts` knows them by type. */
export const guardduty = awsService({
  id: 'guardduty',
  iamPrefix: 'guardduty',
  detections: ['guardduty_detector', 'guardduty_custom_rule'],
  sdk: () => import('@aws-sdk/client-guardduty'),
  client: 'GuardDutyClient',
  operations: {
    ListDetectors: {},
    GetDetector: { DetectorId: NO_ID },
    ListFilters: { DetectorId: NO_ID },
    GetFilter: { DetectorId: NO_ID, FilterName: NO_NAME },
    ListCustomDetectionRules: {},
    GetCustomDetectionRule: { RuleId: NO_ID },
    ListCustomDetectionRuleAssociations: {},
    ListPublishingDestinations: { DetectorId: NO_ID },
  },
  rounds: 5,
  techniques: () => guardDutyFindings().flatMap(({ mappings }) => mappings),
});
