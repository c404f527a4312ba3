import { type AccountAnswer, followScan, type ScanAnswer, type ScanResultsAnswer } from '@tripline/client';
import { counted } from '../counted.js';
import { EXIT } from '../exit.js';
import { openStatusLine } from '../status-line.js';
import { scanBar } from './progress-bar.js';
import { askService, asTable, chooseAccount, openService } from './service-access.js';
import type { ServiceOptions } from './service-options.js';

/** Options of `tripline scan`. */
export interface ScanCommandOptions extends ServiceOptions {
  readonly region: readonly string[];
  /** False with `--no-wait`. */
  readonly wait: boolean;
}

/** Starts a scan and follows it to its end. Exit code 0 for a scan that read everything, 1 for any other end. */
export function runScan(wanted: string | undefined, options: ScanCommandOptions): Promise<number> {
  return askService(async () => {
    const client = openService(options);
    const account = await chooseAccount(client, wanted);
    const { id } = await client.startScan(account.id, options.region.length === 0 ? null : options.region);
    if (!options.wait) {
      print(options, { scan_id: id, cloud_account_id: account.id }, `Scan ${id} of ${account.name} has been started.`);
      return EXIT.ok;
    }
    const line = await openStatusLine();
    let scan: ScanAnswer;
    try {
      scan = await followScan(client, id, (next) => line.show(scanBar(next)));
    } finally {
      line.end();
    }
    const results = await client.scanResults(id);
    print(options, { ...results, errors: scan.errors }, summary(account, scan, results));
    return scan.status === 'completed' ? EXIT.ok : EXIT.faults;
  });
}

function print(options: ServiceOptions, answer: object, text: string): void {
  process.stdout.write(asTable(options) ? `${text}\n` : `${JSON.stringify(answer, null, 2)}\n`);
}

function summary(account: AccountAnswer, scan: ScanAnswer, results: ScanResultsAnswer): string {
  const { by_status, coverage_after, coverage_before, regions_skipped, techniques_gained, techniques_lost } = results;
  const statuses = Object.entries(by_status).map(([status, count]) => `${count} ${status}`);
  const lines = [
    `Scan of ${account.name}: ${scan.status.replaceAll('_', ' ')} after ${(results.duration_ms / 1000).toFixed(1)} s and ${counted(results.api_calls, 'call')}`,
    `  regions      ${results.regions_scanned.join(', ') || 'none'}`,
    `  detections   ${results.detections_found} (${statuses.join(', ') || 'none'}); ${scan.detections_new} new, ${scan.detections_updated} updated, ${scan.detections_removed} removed`,
  ];
  if (scan.failure !== null) lines.push(`  why          ${scan.failure.sentence}`);
  if (coverage_after !== null) {
    lines.push(`  coverage     ${coverage_before === null ? '' : `${coverage_before} % → `}${coverage_after} %`);
  }
  if (techniques_gained.length > 0) lines.push(`  gained       ${techniques_gained.join(', ')}`);
  if (techniques_lost.length > 0) lines.push(`  lost         ${techniques_lost.join(', ')}`);
  for (const { reason, region } of regions_skipped)
    lines.push(`  skipped      ${region}: ${reason.replaceAll('_', ' ')}`);
  for (const { kind, message, region, service } of scan.errors) {
    lines.push(
      `  not read     ${service}${region === null ? '' : ` in ${region}`}: ${kind.replaceAll('_', ' ')}, ${message}`,
    );
  }
  return lines.join('\n');
}
