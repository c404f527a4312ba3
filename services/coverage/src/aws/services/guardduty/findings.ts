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

/** The fields of the event that GuardDuty sends to the default bus for a finding; others may have any value. */
export function eventFields({ account, region, severity, type }: RaisedFinding): ReadonlyMap<string, string> {
  return new Map([
    ['source', 'aws.guardduty'],
    ['detail-type', 'GuardDuty Finding'],
    ['account', account],
    ['region', region],
    ['detail.accountId', account],
    ['detail.region', region],
    ['detail.type', type],
    ['detail.severity', String(severity)],
    ['detail.service.serviceName', 'guardduty'],
    ['detail.service.archived', 'false'],
  ]);
}
