import { Command, Option } from 'commander';
import type { CheckCommandOptions } from '../check/check-options.js';
import type { SetExitCode } from '../exit.js';
import { collectPlaceholder } from '../placeholders.js';
import { namePattern } from '../rule-files.js';

/**
 * `tripline check`: reports faults and possible improvements of rules. Exit code 1 when something of the `--fail-on` severity or worse was
 * found.
 */
export function checkCommand(setExitCode: SetExitCode): Command {
  return new Command('check')
    .description('check Sigma rules: specification, taxonomy, tags, conditions')
    .argument('<path...>', 'rule files and folders, - for standard input')
    .addOption(new Option('-f, --format <name>', 'how to print').choices(['text', 'json', 'sarif']).default('text'))
    .addOption(
      new Option('--fail-on <severity>', 'least severity that makes the exit code 1')
        .choices(['error', 'warning', 'info'])
        .default('error'),
    )
    .option('--strict', 'a field that is probably misspelt is an error', false)
    .option(
      '--fix',
      'write what is plain into the files: misspelt fields and modifiers, letter case, retired techniques',
      false,
    )
    .option('-o, --output <file>', 'where to write (default: standard output)')
    .option('-x, --exclude <code>', 'leave findings of this code out; may be given several times', collect, [])
    .option('-P, --file-pattern <glob>', 'names of rule files in folders (default: *.yml and *.yaml)', namePattern)
    .option(
      '--placeholder <name=value>',
      'value of a placeholder, or name=@file with one a line; may be given several times',
      collectPlaceholder,
      {},
    )
    .action(async (paths: string[], options: CheckCommandOptions) => {
      const { runCheck } = await import('../check/run-check.js');
      setExitCode(runCheck(paths, options));
    });
}

function collect(code: string, codes: readonly string[]): readonly string[] {
  return [...codes, code];
}
