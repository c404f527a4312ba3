import { guardDutyFindings } from '@tripline/attack';
import { awsService, NO_ID, NO_NAME } from '../../aws-service.js';

/** Amazon GuardDuty. Its findings are sent to EventBridge too; `techniques/eventbridge-signals.ts` knows them by type. */
export const guardduty = awsService({
  id: 'guardduty',
  iamPrefix: 'guardduty',
  detections: ['guardduty_detector', 'guardduty_custom_rule'],
  sdk: () => import('@aws-sdk/client-guardduty'),
  client: 'GuardDutyClient',
  operations: {
    ListDetectors: { why: 'whether GuardDuty is there', probe: {} },
    GetDetector: { why: 'whether it is enabled, and with which protection plans', probe: { DetectorId: NO_ID } },
    ListFilters: { why: 'which filters there are', probe: { DetectorId: NO_ID } },
    GetFilter: {
      why: 'whether a filter archives findings that would then be seen by nobody',
      probe: { DetectorId: NO_ID, FilterName: NO_NAME },
    },
    ListCustomDetectionRules: { why: 'which detection rules were added', probe: {} },
    ListCustomDetectionRuleAssociations: { why: 'which of those rules are in use', probe: {} },
    GetAdministratorAccount: {
      why: 'whether an administrator account gets its findings',
      probe: { DetectorId: NO_ID },
    },
    ListPublishingDestinations: {
      why: 'whether findings are exported to somebody who reads them',
      probe: { DetectorId: NO_ID },
    },
  },
  rounds: 6,
  techniques: () => guardDutyFindings().flatMap(({ mappings }) => mappings),
});
