import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../bootstrap.mjs';

/** Scripts that npm itself has. */
const NPM_OWN = new Set(['ci', 'exec', 'install', 'pack', 'publish', 'run']);
const FLAG = /(?<![\w-])--[a-z][a-z0-9-]*/g;

/**
 * The check of commands and flags: `npm run X` is a script of package.json, `tripline X --flag` a command of the program with that option. A flag after
 * an npm script, and one that stands alone, is an option of the program or stands in code of ours. Flags of other programs are not looked at.
 * @param code texts by file
 * @returns gives the faults of a piece of code in a document
 */
export async function commandCheck(code) {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const { createProgram } = await import(join(ROOT, 'packages/cli/dist/index.js'));
  const program = createProgram(() => undefined);
  const flags = new Set(allFlags(program));
  for (const text of code.values()) {
    for (const [flag] of text.matchAll(FLAG)) flags.add(flag);
    if (!text.includes('parseArgs(')) continue;
    for (const [, name] of text.matchAll(/^\s*'?([a-z][a-z-]*)'?: \{ type: '(?:string|boolean)'/gm))
      flags.add(`--${name}`);
  }
  return ({ text }) => {
    const faults = [];
    for (const [, name] of text.matchAll(/(?<![\w-])npm run (?:--silent |-s )?([\w:-]+)/g))
      if (scripts[name] === undefined) faults.push(`package.json has no script ${name}`);
    for (const [, name] of text.matchAll(/(?:^\s*|[|;&] *|\$\()npm ([a-z][\w:-]*)/g))
      if (scripts[name] === undefined && !NPM_OWN.has(name)) faults.push(`npm has no command ${name}`);
    for (const [, line] of text.matchAll(/(?:^\s*|[|;&] *|\$\(|npx |bin\/)tripline ([^|;#]*)/g))
      faults.push(...faultsOfCall(program, line));
    const ofOurs =
      /(?:^\s*|[|;&] *|\$\()npm (?:run|test|start)\b([^|;#]*)/.exec(text)?.[1] ??
      /^(--\S+(?: \S+)?)$/.exec(text)?.[1] ??
      '';
    for (const [flag] of ofOurs.matchAll(FLAG)) if (!flags.has(flag)) faults.push(`nothing of ours takes ${flag}`);
    return faults;
  };
}

/** What is wrong with the words after `tripline`. */
function faultsOfCall(program, line) {
  const words = line.trim().split(/\s+/);
  let command = program;
  while (words.length > 0 && command.commands.length > 0) {
    const below = command.commands.find((each) => each.name() === words[0]);
    if (below === undefined) break;
    command = below;
    words.shift();
  }
  const name = words[0] ?? '';
  if (command.commands.length > 0 && /^[a-z][a-z-]*$/.test(name)) return [`${nameOf(command)} has no command ${name}`];
  const known = new Set([...flagsOf(command), '--help', ...(command === program ? allFlags(program) : [])]);
  return words
    .map((word) => /^\[?(--[a-z][a-z-]*)/.exec(word)?.[1])
    .filter((flag) => flag !== undefined && !known.has(flag))
    .map((flag) => `${nameOf(command)} has no option ${flag}`);
}

const nameOf = (command) => (command.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name());
const flagsOf = (command) => command.options.map(({ long }) => long);
const allFlags = (command) => [...flagsOf(command), ...command.commands.flatMap(allFlags)];
