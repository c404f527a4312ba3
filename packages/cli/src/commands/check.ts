import { Command, Option } from 'commander';
import type { CheckCommandOptions } from '../check/check-options.js';
import type { SetExitCode } from '../exit.js';

/**
 * `tripline check`: reports faults and possible improvements of rules. Exit code 1 when something of the `--fail-on` severity or worse was
 * found.
 */
export function checkCommand(setExitCode: SetExitCode): Command {
  return new Command('check')
    .description('check Sigma rules: specification, taxonomy, tags, conditions')
    .argument('<path...>', 'rule files and folders, - for standard input')
    .addOption(new Option('--format <name>', 'how to print').choices(['text', 'json', 'sarif']).default('text'))
    .addOption(
      new Option('--fail-on <severity>', 'least severity that makes the exit code 1')
        .choices(['error', 'warning', 'info'])
        .default('error'),
    )
    .action(async (paths: string[], options: CheckCommandOptions) => {
      const { runCheck } = await import('../check/run-check.js');
      setExitCode(runCheck(paths, options));
    });
}
