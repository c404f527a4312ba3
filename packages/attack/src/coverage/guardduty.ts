import { lazyData } from '../data.js';
import type { ControlMapping } from './mapping.js';
import { readMappings } from './stored.js';

/** A GuardDuty finding type, with the feature that must be on for GuardDuty to raise it. */
export interface GuardDutyFinding {
  /** The type as the finding has it: `Stealth:IAMUser/CloudTrailLoggingDisabled`. */
  readonly type: string;
  /**
   * The detector feature that raises it, as the GuardDuty API names it (`S3_DATA_EVENTS`, `RUNTIME_MONITORING` …). Every enabled detector
   * has `FOUNDATIONAL`. `S3_MALWARE_PROTECTION` and `BACKUP_MALWARE_PROTECTION` are set up outside the detector, as malware protection
   * plans and in AWS Backup.
   */
  readonly feature: string;
  readonly mappings: readonly ControlMapping[];
}

const findings = lazyData(
  'guardduty-findings.json',
  (raw: { readonly features: Readonly<Record<string, Readonly<Record<string, string>>>> }) =>
    Object.entries(raw.features)
      .flatMap(([feature, types]) =>
        Object.entries(types).map(
          ([type, stored]): GuardDutyFinding => ({
            type,
            feature,
            mappings: readMappings(stored, `GuardDuty finding ${type}`),
          }),
        ),
      )
      .sort((a, b) => (a.type < b.type ? -1 : 1)),
);

/** The GuardDuty finding types known to be active, ordered by type, each with the techniques it shows. */
export function guardDutyFindings(): readonly GuardDutyFinding[] {
  return findings();
}
