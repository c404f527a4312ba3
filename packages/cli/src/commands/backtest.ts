import { Command, Option } from 'commander';
import type { BacktestCommandOptions } from '../backtest/backtest-options.js';
import type { SetExitCode } from '../exit.js';
import { withEventOptions } from './event-options.js';
import { EVENTS } from './events-argument.js';

/** `tripline backtest`: how often rules fire on recorded events. Exit code 1 when a rule does not do what is expected of it. */
export function backtestCommand(setExitCode: SetExitCode): Command {
  return withEventOptions(
    new Command('backtest')
      .description('count how often rules and correlations fire on recorded events, and compare with expectations')
      .argument('<rules>', 'rule file or folder')
      .argument('<events...>', EVENTS)
      .option(
        '-e, --expect <file>',
        'YAML file that says which rules must fire, must stay silent, or fire at most n times',
      )
      .addOption(new Option('-f, --format <name>', 'how to print').choices(['table', 'json', 'junit']).default('table'))
      .option('-o, --output <file>', 'where to write (default: standard output)'),
  ).action(async (rules: string, events: string[], options: BacktestCommandOptions) => {
    const { runBacktest } = await import('../backtest/run-backtest.js');
    setExitCode(await runBacktest(rules, events, options));
  });
}
