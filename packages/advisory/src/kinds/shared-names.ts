import { wordSet } from '../knowledge/load.js';
import { isStockProgram } from '../segment/programs.js';
import { endingOf, opensWith } from '../text/ends.js';
import { isMadeOf, splitPath } from '../text/shape.js';
import type { ReadCommand } from './command/read-commands.js';

/**
 * Names in a command that another command may share: files (a started program is one too), tasks, services. Lower case, without folders.
 */
export function sharedNames(command: ReadCommand | undefined): ReadonlySet<string> {
  if (command === undefined) return new Set();
  const { kept, behaviour } = command;
  const image = behaviour.programs[0].head.toLowerCase();
  const ending = endingOf(image);
  const names = kept
    .filter(({ weight, text }) => weight === 3 && !(opensWith(text, '-/') && isMadeOf(text.slice(1), '')))
    .map(({ text }) => text);
  return new Set(
    [...names, ...(ending.length >= 2 && ending.length <= 4 ? [image] : [])]
      .map((name) => splitPath(name.toLowerCase()).at(-1) ?? '')
      .filter((name) => name.length > 3 && !wordSet('shared-folders').has(name) && !isStockProgram(name)),
  );
}
