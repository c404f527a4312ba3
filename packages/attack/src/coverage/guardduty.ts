import { lazyData } from '../data.js';
import { type ControlMapping, mappingConfidence } from './mapping.js';
import { readMappings } from './stored.js';

/** A range of GuardDuty's severity, which goes from 1 to 10 in steps of 0.1. */
interface FindingSeverity {
  readonly least: number;
  readonly most: number;
}

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
  /** The severities that its findings have: those of the level that AWS documents for it, or all where it has several or none is known. */
  readonly severity: FindingSeverity;
  readonly mappings: readonly ControlMapping[];
}

/** The levels of severity, as the GuardDuty user guide bounds them. */
const LEVELS = {
  Low: { least: 1, most: 3.9 },
  Medium: { least: 4, most: 6.9 },
  High: { least: 7, most: 8.9 },
  Critical: { least: 9, most: 10 },
} as const;
const ANY: FindingSeverity = { least: 1, most: 10 };

interface StoredFindings {
  /** Types by level, with spaces between them. */
  readonly severities: Readonly<Record<keyof typeof LEVELS, string>>;
  readonly features: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const findings = lazyData('guardduty-findings.json', (raw: StoredFindings) => {
  const levels = new Map(
    Object.entries(LEVELS).flatMap(([level, severity]) =>
      raw.severities[level as keyof typeof LEVELS].split(' ').map((type) => [type, severity] as const),
    ),
  );
  return Object.entries(raw.features)
    .flatMap(([feature, types]) =>
      Object.entries(types).map(
        ([type, stored]): GuardDutyFinding => ({
          type,
          feature,
          severity: levels.get(type) ?? ANY,
          mappings: readMappings(stored, `GuardDuty finding ${type}`),
        }),
      ),
    )
    .sort((a, b) => (a.type < b.type ? -1 : 1));
});

/** The GuardDuty finding types known to be active, ordered by type, each with the techniques it shows. */
export function guardDutyFindings(): readonly GuardDutyFinding[] {
  return findings();
}

/** The confidence of a row that counts together with others. */
const SHOWS = 0.6;

/**
 * The techniques that findings of these types show. CTID calls no finding type more than partial for a technique: one of them alone
 * only supports, and two that somebody gets cover it together.
 */
export function guardDutyMappings(shown: readonly Pick<GuardDutyFinding, 'mappings'>[]): readonly ControlMapping[] {
  const rows = shown.flatMap(({ mappings }) => mappings);
  const showing = new Map<string, number>();
  for (const row of rows) {
    if (isPublic(row)) showing.set(row.techniqueId, (showing.get(row.techniqueId) ?? 0) + 1);
  }
  return rows.map((row) =>
    isPublic(row) && (showing.get(row.techniqueId) ?? 0) > 1 ? { ...row, together: true } : row,
  );
}

function isPublic(row: ControlMapping): boolean {
  return row.category === 'detect' && row.source === 'ctid' && mappingConfidence(row) >= SHOWS;
}
