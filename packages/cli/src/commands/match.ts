import { Command, Option } from 'commander';
import type { SetExitCode } from '../exit.js';
import type { MatchCommandOptions } from '../match/match-options.js';
import { collectPath } from './collection-options.js';
import { withEventOptions } from './event-options.js';
import { EVENTS } from './events-argument.js';

/** `tripline match`: which events satisfy which rules. Exit code 1 when none does, and 2 when something could not be read, as grep has it. */
export function matchCommand(setExitCode: SetExitCode): Command {
  return withEventOptions(
    new Command('match')
      .description('run Sigma rules over events and print which match')
      .argument('<events...>', EVENTS)
      .requiredOption('-r, --rule <path>', 'rule file or folder; may be given several times', collectPath)
      .addOption(new Option('--format <name>', 'how to print').choices(['text', 'jsonl']).default('text'))
      .option('--explain', 'as jsonl, with the reasons of every rule that is for the event’s log source', false),
  ).action(async (events: string[], options: MatchCommandOptions) => {
    const { runMatch } = await import('../match/run-match.js');
    setExitCode(await runMatch(events, options));
  });
}
