import { type CoverageAnswer, coverageBars, coverageSentence } from '@tripline/client';
import { counted } from '../counted.js';
import { EXIT } from '../exit.js';
import { openOutput } from '../output.js';
import { askService, asTable, chooseAccount, openService } from './service-access.js';
import type { ServiceOptions } from './service-options.js';

/** Options of `tripline coverage`. */
export interface CoverageCommandOptions extends ServiceOptions {
  /** A file for the ATT&CK Navigator layer. */
  readonly navigator?: string;
  /** A file for the report, and the time that it speaks of. */
  readonly report?: string;
  readonly at?: string;
}

/** Prints an account's coverage by tactic, and writes the Navigator layer when asked. */
export function runCoverage(wanted: string | undefined, options: CoverageCommandOptions): Promise<number> {
  return askService(async () => {
    const client = openService(options);
    const account = await chooseAccount(client, wanted);
    const coverage = await client.coverage(account.id);
    if (options.navigator !== undefined) {
      const file = openOutput(options.navigator);
      file.write(`${JSON.stringify(await client.navigator(account.id), null, 2)}\n`);
      file.end();
      process.stderr.write(`The Navigator layer is in ${options.navigator}\n`);
    }
    if (options.report !== undefined) {
      const page = await client.report(account.id, options.at);
      const file = openOutput(options.report);
      file.write(page);
      file.end();
      process.stderr.write(`The report is in ${options.report}\n`);
    }
    process.stdout.write(asTable(options) ? `${summary(coverage)}\n` : `${JSON.stringify(coverage, null, 2)}\n`);
    return EXIT.ok;
  });
}

function summary(coverage: CoverageAnswer): string {
  const { unknown_cells, unverified_techniques } = coverage;
  return [
    `${coverage.cloud_account_name}, last scanned ${coverage.last_scan_at ?? 'never'}`,
    coverageSentence(coverage),
    ...(unverified_techniques > 0
      ? [
          `Not verified: ${counted(unverified_techniques, 'technique')}, since ${counted(unknown_cells, 'service')} could not be read in a region.`,
        ]
      : []),
    '',
    ...coverageBars(coverage.by_tactic).map((line) => `  ${line}`),
  ].join('\n');
}
