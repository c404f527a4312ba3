import { Command, Option } from 'commander';
import type { CoverageCommandOptions } from '../coverage/run-coverage.js';
import type { GapsCommandOptions } from '../coverage/run-gaps.js';
import type { ScanCommandOptions } from '../coverage/run-scan.js';
import { withServiceOptions } from '../coverage/service-options.js';
import type { SetExitCode } from '../exit.js';
import { wholeNumber } from '../whole-number.js';

const ACCOUNT = 'the cloud account: its id, AWS account number or name (default: the only one there is)';
const MAX_GAPS = 200;

/** `tripline scan`: scans a cloud account and shows the progress. */
export function scanCommand(setExitCode: SetExitCode): Command {
  return withServiceOptions(
    new Command('scan')
      .description('scan a cloud account for detections, and follow the scan')
      .argument('[account]', ACCOUNT)
      .option(
        '-r, --region <name>',
        'a region to scan; may be given several times (default: the account’s own)',
        collect,
        [],
      )
      .option('--no-wait', 'only start the scan'),
  ).action(async (account: string | undefined, options: ScanCommandOptions) => {
    const { runScan } = await import('../coverage/run-scan.js');
    setExitCode(await runScan(account, options));
  });
}

/** `tripline coverage`: which techniques an account's detections would show. */
export function coverageCommand(setExitCode: SetExitCode): Command {
  return withServiceOptions(
    new Command('coverage')
      .description('show which ATT&CK techniques a cloud account would notice')
      .argument('[account]', ACCOUNT)
      .option('--navigator <file>', 'write an ATT&CK Navigator layer')
      .option('--report <file>', 'write a report for people, as an HTML page that prints well')
      .option('--at <time>', 'the report as of this time (ISO 8601), not of now'),
  ).action(async (account: string | undefined, options: CoverageCommandOptions) => {
    const { runCoverage } = await import('../coverage/run-coverage.js');
    setExitCode(await runCoverage(account, options));
  });
}

/** `tripline gaps`: which techniques they would not show. */
export function gapsCommand(setExitCode: SetExitCode): Command {
  return withServiceOptions(
    new Command('gaps')
      .description('show which techniques a cloud account would not notice, worst first, and what would close each gap')
      .argument('[account]', ACCOUNT)
      .addOption(
        new Option('--priority <name>', 'only gaps of this priority').choices(['critical', 'high', 'medium', 'low']),
      )
      .option('--include-partial', 'also techniques that are covered in part')
      .option('--limit <number>', `most gaps to show, 1 to ${MAX_GAPS}`, gapCount, 20),
  ).action(async (account: string | undefined, options: GapsCommandOptions) => {
    const { runGaps } = await import('../coverage/run-gaps.js');
    setExitCode(await runGaps(account, options));
  });
}

function collect(name: string, names: readonly string[]): readonly string[] {
  return [...names, name];
}

const gapCount = (text: string): number => wholeNumber(text, MAX_GAPS);
