import type { GuardDutyFinding } from '@tripline/attack';

/** A finding that a detector may raise, as far as it is known without seeing it. */
export interface RaisedFinding {
  readonly type: string;
  /** 1 to 10, in steps of 0.1. */
  readonly severity: number;
  readonly account: string;
  readonly region: string;
}

const STEPS = 10;

/** The findings that a type may have, one for each severity. */
export function findingsOf(
  { type, severity }: GuardDutyFinding,
  account: string,
  region: string,
): readonly RaisedFinding[] {
  const findings: RaisedFinding[] = [];
  for (let step = Math.round(severity.least * STEPS); step <= severity.most * STEPS; step += 1) {
    findings.push({ type, severity: step / STEPS, account, region });
  }
  return findings;
}

/**
 * A field of the event that GuardDuty sends to the default bus for a finding; undefined for one that may have any value. It is asked for some
 * hundred thousand findings in a scan.
 */
export function eventField({ account, region, severity, type }: RaisedFinding, field: string): string | undefined {
  switch (field) {
    case 'source':
      return 'aws.guardduty';
    case 'detail-type':
      return 'GuardDuty Finding';
    case 'account':
    case 'detail.accountId':
      return account;
    case 'region':
    case 'detail.region':
      return region;
    case 'detail.type':
      return type;
    case 'detail.severity':
      return String(severity);
    case 'detail.service.serviceName':
      return 'guardduty';
    case 'detail.service.archived':
      return 'false';
    default:
      return undefined;
  }
}
