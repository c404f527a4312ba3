import { isBlank, isLetter } from '../text/characters.js';
import { endsWithAny, isExe, withoutFirst, withoutLast } from '../text/ends.js';
import { hasAny } from '../text/shape.js';
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
  return isProgramsPath(joined);
}

const PROGRAM_ENDINGS = ['.exe', '.dll', '.sys', '.scr'] as const;
/** Fewest and most characters of a path between its drive and its ending. */
const PATH_LENGTH = { least: 3, most: 200 };

/** Whether a text is one path of a program from its drive on, perhaps quoted, with a star or a full stop behind it. */
function isProgramsPath(text: string): boolean {
  const path = withoutLast(withoutFirst(withoutStar(withoutLast(text, '.,;')), '"\'“'), '"\'”');
  const within = path.slice(3, -4);
  return (
    isLetter(path[0]) &&
    path.startsWith(':\\', 1) &&
    endsWithAny(path.toLowerCase(), PROGRAM_ENDINGS) &&
    within.length >= PATH_LENGTH.least &&
    within.length <= PATH_LENGTH.most &&
    !hasAny(path, '"*?<>|/')
  );
}

/** A text without a star that stands alone at its end. */
function withoutStar(text: string): string {
  return text.endsWith('*') && isBlank(text.at(-2)) ? text.slice(0, -1).trimEnd() : text;
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
