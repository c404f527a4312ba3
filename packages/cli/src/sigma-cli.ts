import { readData } from './data.js';
import { UsageError } from './exit.js';

/** What users of sigma-cli type that is called otherwise here, with what to write instead. */
interface SigmaCliNames {
  readonly targets: Readonly<Record<string, string>>;
  readonly pipelines: Readonly<Record<string, string>>;
  readonly formats: Readonly<Record<string, string>>;
  readonly commands: Readonly<Record<string, string>>;
  readonly lists: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** What to say about a name that sigma-cli has and we have not; undefined for a name that neither has. */
export function sigmaCliHint(kind: 'targets' | 'pipelines' | 'formats' | 'lists', name: string): string | undefined {
  return own(readData<SigmaCliNames>('sigma-cli.json')[kind], name);
}

/** Throws a `UsageError` that says what to write instead, when the arguments hold a command or option of sigma-cli that we lack. */
export function refuseSigmaCli([command = '', ...rest]: readonly string[]): void {
  const names = readData<SigmaCliNames>('sigma-cli.json');
  refuseCommand(names.commands, command, rest);
  const options = own(names.options, command);
  if (options === undefined) return;
  for (const argument of rest) {
    if (argument === '--') return;
    const option = optionOf(argument);
    // A short option may have its value attached: -Okey=value.
    const named = [option, option.slice(0, 2)].find((name) => Object.hasOwn(options, name));
    if (named !== undefined) throw new UsageError(`${command} has no option ${named}: ${options[named]}`);
  }
}

/** Refuses a command of sigma-cli, or one below it, by its name with the options it was given. */
function refuseCommand(commands: SigmaCliNames['commands'], command: string, rest: readonly string[]): void {
  const [below = ''] = rest;
  const called = Object.hasOwn(commands, `${command} ${below}`) ? `${command} ${below}` : command;
  const instead = own(commands, called);
  if (instead === undefined) return;
  const options = rest.filter((argument) => argument.startsWith('-')).map(optionOf);
  const also = options.length === 0 ? '' : `, nor its ${options.join(', ')}`;
  throw new UsageError(`there is no command "${called}"${also}: ${instead}`);
}

/** An option without the value that is joined to it by an equals sign. */
function optionOf(argument: string): string {
  return argument.split('=', 1)[0] as string;
}

function own<Value>(values: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(values, key) ? values[key] : undefined;
}
