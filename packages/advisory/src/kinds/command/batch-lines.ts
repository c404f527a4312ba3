import { wordSet } from '../../knowledge/load.js';
import { firstWord } from '../../text/shape.js';
import type { ReadCommand } from './read-commands.js';

/** How a batch file begins that does not show its lines. */
const BATCH_OPENER = '@echo off';
/** How far before a command its batch file may begin. */
const WITHIN = 2_000;

/**
 * Says of a command whether it is a line of a batch file that the shell runs by itself ("del", "copy"): no process starts for it, so that no log of
 * processes has it. Such a line with a shell of its own ("cmd /c del") is none.
 */
export function batchLines(text: string): (command: ReadCommand) => boolean {
  const lower = text.toLowerCase();
  return ({ behaviour: { start }, text: line }) =>
    wordSet('shell-builtins').has(firstWord(line).toLowerCase()) &&
    lower.slice(Math.max(0, start - WITHIN), start).includes(BATCH_OPENER);
}
