import { isExe } from '../text/ends.js';
import { type Head, isBareProgram } from './heads.js';
import type { Word } from './words.js';

/**
 * Whether the words after a program are programs too: a list that has lost its line breaks. The words of `C:\\Program Files\\…` count as
 * one path.
 */
export function listsPrograms(head: Head, rest: readonly Word[]): boolean {
  if (isExe(head.text) && rest.every(({ text }) => isBareProgram(text))) return true;
  if (isWholePath(head.text) && listsPaths(head, rest)) return true;
  if (head.program !== undefined) return false;
  const joined = rest.map(({ text }) => text).join(' ');
  return /^["'“]?[A-Za-z]:\\[^"*?<>|/]{3,200}\.(?:exe|dll|sys|scr)["'”]?(?:\s+\*)?[.,;]?$/i.test(joined);
}

/** With fewer paths behind a program they may be its arguments: a known one copies from one to another. */
const PATHS_MIN = { ofKnown: 3, ofOther: 2 } as const;

/** Whether words are paths of files and nothing else, more than a program takes, or alternatives: "a.exe OR b.exe". */
function listsPaths({ program }: Head, words: readonly Word[]): boolean {
  const others = words.filter(({ text }) => !isWholePath(text));
  if (others.some(({ text }) => text !== 'OR' && text !== 'AND')) return false;
  const least = program === undefined ? PATHS_MIN.ofOther : PATHS_MIN.ofKnown;
  return words.length - others.length >= (others.length > 0 ? 1 : least);
}

/** Whether a word is a path from its drive or variable on. */
function isWholePath(text: string): boolean {
  const start = text.startsWith('%') ? text.indexOf('%', 1) + 1 : 2;
  return start > 1 && text[start] === '\\' && (start > 2 || text[1] === ':');
}
