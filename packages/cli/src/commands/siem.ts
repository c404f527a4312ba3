import { Command, Option } from 'commander';
import { withServiceOptions } from '../coverage/service-options.js';
import type { SetExitCode } from '../exit.js';
import type { SiemDriftOptions } from '../siem/run-drift.js';
import type { SiemRulesOptions } from '../siem/run-rules.js';
import type { SiemImportOptions, SiemListOptions } from '../siem/run-siem.js';
import { wholeNumber } from '../whole-number.js';

/** Rules that a SIEM has at most. */
const MOST_RULES = 10_000;

const KINDS = ['splunk', 'sentinel', 'elastic', 'opensearch', 'google', 'sigma'];

/** `tripline siem`: the rules that run in a SIEM, and which of them could fire. */
export function siemCommand(setExitCode: SetExitCode): Command {
  return new Command('siem')
    .description('import the rules that run in a SIEM, and show which of them could fire')
    .addCommand(
      withServiceOptions(
        new Command('import')
          .description(
            'show what a file that the SIEM exported, or a connected SIEM, changes, and with --apply make the changes',
          )
          .argument('[file]', 'the export: a file, or a zip, tar or tar.gz of a folder')
          .requiredOption('--siem <name>', 'the SIEM: its name or id')
          .addOption(new Option('--kind <name>', 'adds the SIEM where there is none of this name').choices(KINDS))
          .option(
            '--account <account>',
            'of a SIEM that is added: a cloud account that sends its logs to it, by id, number or name; may be given several times',
            (name: string, names: readonly string[]) => [...names, name],
            [],
          )
          .option('--connected', 'in place of a file: ask the SIEM for its rules by the connection that it has')
          .option('--apply', 'make the rules of the SIEM those of the file'),
      ).action(async (file: string | undefined, options: SiemImportOptions) => {
        const { runSiemImport } = await import('../siem/run-siem.js');
        setExitCode(await runSiemImport(file, options));
      }),
    )
    .addCommand(
      withServiceOptions(
        new Command('list').description('list the SIEMs, with how many of their rules could fire'),
      ).action(async (options: SiemListOptions) => {
        const { runSiemList } = await import('../siem/run-siem.js');
        setExitCode(await runSiemList(options));
      }),
    )
    .addCommand(rulesCommand(setExitCode))
    .addCommand(
      withServiceOptions(
        new Command('drift')
          .description(
            'show what became of your rules in your SIEMs: as they are, edited there, made from another version, or gone',
          )
          .argument('<path...>', 'the rules as Sigma: files or folders'),
      ).action(async (paths: string[], options: SiemDriftOptions) => {
        const { runSiemDrift } = await import('../siem/run-drift.js');
        setExitCode(await runSiemDrift(paths, options));
      }),
    );
}

/** `tripline siem rules`: the rules of one SIEM. */
function rulesCommand(setExitCode: SetExitCode): Command {
  return withServiceOptions(
    new Command('rules')
      .description('list the rules of a SIEM, each with whether it could fire and why not')
      .argument('<siem>', 'the SIEM: its name or id')
      .addOption(
        new Option('--can-fire <answer>', 'only rules of which this is known').choices(['yes', 'no', 'unknown']),
      )
      .option('--reason <name>', 'only rules that cannot fire, or of which it is not known, because of this')
      .addOption(
        new Option('--read <much>', 'only rules whose query was read so far').choices(['whole', 'part', 'none']),
      )
      .option('--technique <id>', 'only rules that are mapped to it')
      .option('--name <text>', 'only rules with this in their name')
      .option('--limit <number>', `most rules to show, 1 to ${MOST_RULES} (default: all)`, ruleCount),
  ).action(async (siem: string, options: SiemRulesOptions) => {
    const { runSiemRules } = await import('../siem/run-rules.js');
    setExitCode(await runSiemRules(siem, options));
  });
}

const ruleCount = (text: string): number => wholeNumber(text, MOST_RULES);
