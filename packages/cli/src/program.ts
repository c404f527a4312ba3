import { Command, CommanderError } from 'commander';
import { backtestCommand } from './commands/backtest.js';
import { checkCommand } from './commands/check.js';
import { convertCommand } from './commands/convert.js';
import { coverageCommand, gapsCommand, scanCommand } from './commands/coverage.js';
import { generateCommand } from './commands/generate.js';
import { listCommand } from './commands/list.js';
import { matchCommand } from './commands/match.js';
import { mcpCommand } from './commands/mcp.js';
import { siemCommand } from './commands/siem.js';
import { teamCommand } from './commands/team.js';
import { userCommand } from './commands/user.js';
import { readVersion } from './data.js';
import { EXIT, type SetExitCode, UsageError } from './exit.js';
import { refuseSigmaCli } from './sigma-cli.js';

/** The commands, in the order of the help. Each loads what it needs only when it runs. */
const COMMANDS = [
  generateCommand,
  convertCommand,
  checkCommand,
  listCommand,
  matchCommand,
  backtestCommand,
  scanCommand,
  coverageCommand,
  gapsCommand,
  siemCommand,
  mcpCommand,
  userCommand,
  teamCommand,
];

/** The whole command line, with every command, argument and option. A command says through `setExitCode` how it ended. */
export function createProgram(setExitCode: SetExitCode): Command {
  const program = new Command('tripline')
    .description(
      'Detection rules: generate them from advisories, convert, check and match Sigma; scan cloud accounts for coverage and gaps.',
    )
    .version(readVersion(), '-V, --version', 'print the version');
  for (const command of COMMANDS) program.addCommand(command(setExitCode));
  return program;
}

/**
 * Runs the command line and gives the exit code: 0 for success, 1 when the command found faults, 2 for a usage error. `argv` is that of
 * Node.js, with the program's path first.
 */
export async function run(argv: readonly string[]): Promise<number> {
  let exitCode: number = EXIT.ok;
  const program = createProgram((code) => (exitCode = code));
  settle(program, 'tripline');
  // Warnings of libraries are printed in our form, not in Node's.
  process.removeAllListeners('warning');
  process.on('warning', ({ message }) => process.stderr.write(`tripline: warning: ${message}\n`));
  // A reader that closes the pipe early (`tripline … | head`) is no error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(exitCode);
  });
  try {
    refuseSigmaCli(argv.slice(2));
    await program.parseAsync(argv);
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`tripline: ${error.message}\n`);
    return EXIT.usage;
  }
}

/** Makes a command and those below it throw instead of ending the process, and refuse wrong usage in one form. */
function settle(command: Command, called: string): void {
  command
    .exitOverride()
    .showHelpAfterError(`(see ${called} --help)`)
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'tripline: ')) });
  for (const below of command.commands) settle(below, `${called} ${below.name()}`);
}
