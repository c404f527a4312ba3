import { isStockProgram } from '../segment/programs.js';
import type { ReadCommand } from './command/read-commands.js';

/** Common folders. A name in one of them does not tell whose it is: `C:\Windows\Temp`. */
const FOLDER = /^(?:windows|system32|temp|tmp|public|programdata|users|microsoft)$/;

/**
 * Names in a command that another command may share: files (a started program is one too), tasks, services. Lower case, without folders.
 */
export function sharedNames(command: ReadCommand | undefined): ReadonlySet<string> {
  if (command === undefined) return new Set();
  const { kept, behaviour } = command;
  const image = behaviour.programs[0].head.toLowerCase();
  const names = kept.filter(({ weight, text }) => weight === 3 && !/^[-/]\w+$/.test(text)).map(({ text }) => text);
  return new Set(
    [...names, ...(/\.\w{2,4}$/.test(image) ? [image] : [])]
      .map((name) => name.toLowerCase().replace(/^.*[\\/]/, ''))
      .filter((name) => name.length > 3 && !FOLDER.test(name) && !isStockProgram(name)),
  );
}
