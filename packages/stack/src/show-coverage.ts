import type { ShownAccount, ShownCoverage, ShownGap, ShownScan } from './coverage-client.js';

const BAR = 20;

/** What a person sees of a scan: what was found, coverage by tactic as bars, and the first gaps with what would close them. */
export function renderCoverage(shown: {
  readonly account: ShownAccount;
  readonly scan: ShownScan;
  readonly coverage: ShownCoverage;
  readonly gaps: readonly ShownGap[];
}): string {
  const { account, coverage, gaps, scan } = shown;
  const width = Math.max(...coverage.by_tactic.map(({ name }) => name.length));
  return [
    '',
    `Scanned "${account.name}" (AWS ${account.external_account_id}): ${scan.detections_found} detections in ${scan.regions.length} regions`,
    `Coverage ${coverage.coverage_percent} % of ATT&CK ${coverage.attack_version}: ${coverage.covered_techniques} of ${coverage.total_techniques} techniques covered, ${coverage.partial_techniques} partial, ${coverage.uncovered_techniques} uncovered`,
    '',
    ...coverage.by_tactic.map(
      ({ covered, name, partial, total }) =>
        `  ${name.padEnd(width)}  ${bar(covered, partial, total)}  ${covered} of ${total}${partial > 0 ? `, ${partial} partial` : ''}`,
    ),
    '',
    'The first gaps:',
    ...gaps.flatMap((gap) => [
      `  ${gap.priority.padEnd(8)}  ${gap.technique_id.padEnd(9)}  ${gap.name}`,
      ...gap.suggested_detections.slice(0, 1).map((suggestion) => `            ${suggestion}`),
    ]),
  ].join('\n');
}

function bar(covered: number, partial: number, total: number): string {
  const full = Math.round((covered / total) * BAR);
  const half = Math.min(BAR - full, Math.round((partial / total) * BAR));
  return '█'.repeat(full) + '▒'.repeat(half) + '·'.repeat(BAR - full - half);
}
