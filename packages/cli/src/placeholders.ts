import { InvalidArgumentError } from 'commander';
import { UsageError } from './exit.js';
import { readBytes } from './rule-files.js';

/** Values of placeholders by name. */
export type Placeholders = Readonly<Record<string, readonly string[]>>;

/**
 * Reads `NAME=VALUE` into the values so far; `NAME=@FILE` has one value a line. A name may be given several times. Throws for a text without
 * a name and for a file that cannot be read.
 */
export function collectPlaceholder(text: string, placeholders: Placeholders): Placeholders {
  const at = text.indexOf('=');
  const name = text.slice(0, Math.max(0, at)).replaceAll('%', '');
  if (name === '') throw new InvalidArgumentError('Write NAME=VALUE, or NAME=@FILE with one value a line.');
  const value = text.slice(at + 1);
  const values = value.startsWith('@') ? linesOf(value.slice(1)) : [value];
  return { ...placeholders, [name]: [...(placeholders[name] ?? []), ...values] };
}

function linesOf(path: string): readonly string[] {
  const lines = readBytes(path)
    .toString('utf8')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '');
  if (lines.length === 0) throw new UsageError(`${path} has no placeholder value; write one a line`);
  return lines;
}
