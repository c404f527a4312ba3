import { readFileSync } from 'node:fs';
import type { QueryMacro } from '@tripline/sigma';
import { load } from 'js-yaml';
import { UsageError } from '../exit.js';

type Macros = Readonly<Record<string, QueryMacro>>;

/** Reads Splunk's macros of a file: `macros.conf`, or a macro of the security content (YAML or JSON with name and definition), one or several. */
export function readMacros(path: string): Macros {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`the macros of ${path} cannot be read: ${(error as Error).message}`);
  }
  const macros = endsIn(path, ['.yaml', '.yml', '.json', ...LINES]) ? macrosOfContent(text, path) : macrosOfConf(text);
  if (Object.keys(macros).length === 0) throw new UsageError(`${path} has no macros with a definition`);
  return macros;
}

/** Endings of files with a macro on each line. */
const LINES = ['.jsonl', '.ndjson'];

const endsIn = (path: string, endings: readonly string[]): boolean =>
  endings.some((ending) => path.toLowerCase().endsWith(ending));

/** Stanzas `[name]` or `[name(2)]` with `args` and `definition`; a line that ends in a backslash goes on with the next. */
function macrosOfConf(text: string): Macros {
  const macros: Record<string, QueryMacro> = Object.create(null) as Record<string, QueryMacro>;
  let name: string | undefined;
  for (const line of logicalLines(text)) {
    const stanza = /^\s*\[([^\]]+)\]\s*$/.exec(line);
    if (stanza !== null) {
      name = (stanza[1] as string).trim();
      continue;
    }
    const setting = /^\s*(definition|args)\s*=\s*([\s\S]*)$/.exec(line);
    if (setting === null || name === undefined) continue;
    const known = macros[name] ?? { definition: '' };
    const value = (setting[2] as string).trim();
    macros[name] =
      setting[1] === 'args'
        ? { ...known, arguments: value.split(',').map((argument) => argument.trim()) }
        : { ...known, definition: value };
  }
  return Object.fromEntries(Object.entries(macros).filter(([, { definition }]) => definition !== ''));
}

function logicalLines(text: string): readonly string[] {
  const lines: string[] = [];
  let open = false;
  for (const line of text.split(/\r?\n/)) {
    const goesOn = line.endsWith('\\');
    const part = goesOn ? line.slice(0, -1) : line;
    if (open) lines[lines.length - 1] += `\n${part}`;
    else lines.push(part);
    open = goesOn;
  }
  return lines;
}

/** Macros as the security content keeps them: a map, a list of maps, or a map on each line. */
function macrosOfContent(text: string, path: string): Macros {
  const isLines = endsIn(path, LINES);
  let values: unknown[];
  try {
    values = isLines
      ? text
          .split('\n')
          .filter((line) => line.trim() !== '')
          .map((line) => JSON.parse(line) as unknown)
      : [load(text)];
  } catch (error) {
    throw new UsageError(`${path} cannot be read as macros: ${(error as Error).message}`);
  }
  const macros: Record<string, QueryMacro> = Object.create(null) as Record<string, QueryMacro>;
  for (const value of values.flat()) {
    const { name, definition, arguments: given } = (value ?? {}) as Record<string, unknown>;
    if (typeof name !== 'string' || typeof definition !== 'string') continue;
    macros[name] = { definition, ...(Array.isArray(given) ? { arguments: given.map(String) } : {}) };
  }
  return { ...macros };
}
