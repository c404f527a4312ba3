import { Argument, Command } from 'commander';
import { UsageError } from '../exit.js';
import { knownNames } from '../nearest.js';
import { sigmaCliHint } from '../sigma-cli.js';

const LISTS: readonly string[] = ['targets', 'stacks', 'formats'];

/** `tripline list`: what the other commands' options may name. */
export function listCommand(): Command {
  return new Command('list')
    .description('list targets, stacks and output formats')
    .addArgument(
      new Argument('<what>', 'targets, stacks, formats').argParser((what: string) => {
        if (LISTS.includes(what)) return what;
        const hint = sigmaCliHint('lists', what) ?? knownNames(what, LISTS);
        throw new UsageError(`there is no list of "${what}"; ${hint}`);
      }),
    )
    .argument('[target]', 'only what goes with this target')
    .action(async (what: 'targets' | 'stacks' | 'formats', target: string | undefined) => {
      const { runList } = await import('../list/run-list.js');
      runList(what, target);
    });
}
