import { type Command, Option } from 'commander';

/** Options that every command which asks the coverage service takes. */
export interface ServiceOptions {
  readonly url?: string;
  readonly key?: string;
  readonly format?: 'table' | 'json';
}

/** Adds the options of {@link ServiceOptions} to a command. */
export function withServiceOptions(command: Command): Command {
  return command
    .option(
      '--url <address>',
      'the coverage service (default: TRIPLINE_COVERAGE_URL, else .local/stack.json of npm start)',
    )
    .option('--key <key>', 'an API key (default: TRIPLINE_API_KEY, else .local/stack.json)')
    .addOption(
      new Option('--format <name>', 'how to print (default: table on a terminal, else json)').choices([
        'table',
        'json',
      ]),
    );
}
