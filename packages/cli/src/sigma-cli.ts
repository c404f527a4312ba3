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
  const instead = own(names.commands, command);
  if (instead !== undefined) throw new UsageError(`there is no command "${command}": ${instead}`);
  const options = own(names.options, command);
  if (options === undefined) return;
  for (const argument of rest) {
    if (argument === '--') return;
    const [option = ''] = argument.split('=', 1);
    const hint = own(options, option);
    if (hint !== undefined) throw new UsageError(`${command} has no option ${option}: ${hint}`);
  }
}

function own<Value>(values: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(values, key) ? values[key] : undefined;
}
