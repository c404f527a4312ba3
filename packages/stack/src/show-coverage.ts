import {
  type AccountAnswer,
  type CoverageAnswer,
  coverageBars,
  coverageSentence,
  type GapAnswer,
  type OrganizationCoverageAnswer,
  type ScanAnswer,
} from '@tripline/client';
import { fold } from './fold.js';

/** A scan for people: its detections, coverage by tactic as bars, and the first gaps with suggestions. */
export function renderCoverage(shown: {
  readonly account: AccountAnswer;
  readonly scan: ScanAnswer;
  readonly coverage: CoverageAnswer;
  readonly gaps: readonly GapAnswer[];
}): string {
  const { account, coverage, gaps, scan } = shown;
  return [
    '',
    `Scanned "${account.name}" (AWS ${account.external_account_id}): ${scan.detections_found} detections in ${scan.regions.length} regions`,
    coverageSentence(coverage),
    '',
    ...coverageBars(coverage.by_tactic).map((line) => `  ${line}`),
    '',
    'The first gaps:',
    ...gaps.flatMap((gap) => [
      `  ${gap.priority.padEnd(8)}  ${gap.technique_id.padEnd(9)}  ${gap.name}`,
      ...gap.suggested_detections.slice(0, 1).map((suggestion) => `            ${suggestion}`),
    ]),
  ]
    .flatMap((line) => fold(line))
    .join('\n');
}

/** The coverage of an organisation for people: the sums, and a line for each account that was counted. */
export function renderOrganization(coverage: OrganizationCoverageAnswer): string {
  const { accounts, counted_accounts, covered_everywhere, covered_nowhere, covered_somewhere } = coverage;
  const counted = accounts.filter(({ counted_at }) => counted_at !== null);
  return [
    '',
    `Its organization, ${counted_accounts} accounts: ${covered_everywhere} techniques covered in every account, ${covered_somewhere} in some, ${covered_nowhere} in none`,
    ...counted.map(
      ({ coverage_percent, covered_techniques, external_account_id, name, unknown_techniques }) =>
        `  ${external_account_id}  ${name.padEnd(18)} ${coverage_percent} %, ${covered_techniques} covered, ${unknown_techniques} unknown`,
    ),
  ]
    .flatMap((line) => fold(line))
    .join('\n');
}
