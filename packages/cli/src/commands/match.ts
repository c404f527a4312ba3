import { Command, Option } from 'commander';
import type { SetExitCode } from '../exit.js';
import type { MatchCommandOptions } from '../match/match-options.js';

/** `tripline match`: which events satisfy which rules. Exit code 1 when none does, as grep has it. */
export function matchCommand(setExitCode: SetExitCode): Command {
  return new Command('match')
    .description('run Sigma rules over events and print which match')
    .argument('<events>', 'events as NDJSON, one object per line; - for standard input')
    .requiredOption('-r, --rule <path>', 'rule file or folder; may be given several times', collect)
    .addOption(new Option('--format <name>', 'how to print').choices(['text', 'jsonl']).default('text'))
    .option('--explain', 'with jsonl: print every event and rule with the reasons', false)
    .action(async (events: string, options: MatchCommandOptions) => {
      const { runMatch } = await import('../match/run-match.js');
      setExitCode(await runMatch(events, options));
    });
}

function collect(path: string, paths: readonly string[] = []): readonly string[] {
  return [...paths, path];
}
