import type { Span } from '../../model.js';
import { isCapital, isDigit, isLetter, isWordCharacter, placesOf } from '../../text/characters.js';
import { closesWith, opensWith, startsWithFolder, withoutFirst, withoutLast } from '../../text/ends.js';
import { hasAny, hasAnyPart, isMadeOf } from '../../text/shape.js';
import { isAll, skip } from '../../text/stretches.js';
import { hiveOf, windowsRootLength } from './path-starts.js';

/** Words for a person in brackets, where a command has a value: `<remote host>`, `{OS Command}`, `[Base64 payload]`. */
const HOLES: ReadonlyMap<string, string> = new Map([
  ['<', '>'],
  ['{', '}'],
  ['[', ']'],
]);
const isOfHole = (character: string): boolean => isLetter(character) || isDigit(character) || character === ' ';
const isPlainWord = (word: string): boolean => isLetter(word[0]) && isAll(word, isOfHole);

/** The places of a program's command that somebody who runs it fills in. */
export function holesIn(text: string, { start, end }: Span): readonly Span[] {
  const found: Span[] = [];
  for (let at = start; at < end; at += 1) {
    const close = HOLES.get(text.charAt(at));
    if (close === undefined) continue;
    const stop = skip(text, at + 1, isOfHole, end - at - 2);
    const words = text.slice(at + 1, stop).split(' ');
    if (text[stop] === close && words.length > 1 && words.every(isPlainWord)) found.push({ start: at, end: stop + 1 });
  }
  return found;
}

/** Shortest and longest registry key, with the backslash before it. */
const KEY_MIN = 4;
const KEY_MAX = 201;

/** The key of the registry between quotation marks, without its hive and a backslash at its end. */
export function quotedKey(word: string): string | undefined {
  if (!opensWith(word, '"“') || !closesWith(word, '"”')) return undefined;
  const written = word.slice(1, -1);
  const hive = hiveOf(written);
  if (hive === undefined) return undefined;
  const whole = written.slice(hive.length);
  const key = whole.length > KEY_MIN ? withoutLast(whole, '\\') : whole;
  return key.length >= KEY_MIN && key.length <= KEY_MAX && !hasAny(key, '"”*?<>') ? key : undefined;
}

/** Whether a word is a quoted path of Windows, and not a program's or a command. */
export function isQuotedPath(word: string): boolean {
  const root = opensWith(word, '"\'“') && closesWith(word, '"\'”') ? windowsRootLength(word.slice(1, -1)) : 0;
  const below = word.slice(root + 1);
  const isOption = (at: number): boolean => opensWith(below.slice(at + 1), '-/') && isWordCharacter(below[at + 2]);
  return root > 0 && !placesOf(below, ' ').some(isOption) && !hasAnyPart(below.toLowerCase(), ['.exe"', '.exe\\"']);
}

/** Whether a word is a quoted name of several plain words, such as a task's or a group's. */
export function isQuotedName(word: string): boolean {
  const name = word.slice(1, -1);
  const words = name.split(' ');
  if (!opensWith(word, '"“') || !closesWith(word, '"”') || name.length < 5 || name.length > 60) return false;
  if (words.length < 2 || words.length > 5 || !isCapital(name[0])) return false;
  return words.every((each) => isMadeOf(each, '.') && (isCapital(each[0]) || isDigit(each[0])));
}

const isBeforeValue = (character: string): boolean => !':='.includes(character);

/** The length of an option with its `=` or `:` and a value behind it; 0 where a text is none. */
export function assignedLength(part: string): number {
  const sign = skip(part, 0, isBeforeValue);
  const name = withoutFirst(part.slice(1, sign), '/');
  const isOption = opensWith(part, '-/') && name.length > 1 && isMadeOf(name, '-');
  return isOption && sign + 1 < part.length ? sign + 1 : 0;
}

/** The last separator of a path; -1 for options and for anything that is not a path. */
export function lastSeparator(part: string): number {
  const back = part.lastIndexOf('\\');
  if (back > 0) return back;
  return !isKeptWhole(part) && startsWithFolder(part, ['', '~', '.']) ? part.lastIndexOf('/') : -1;
}

/** Folders of Unix whose paths tell more than a file's name. */
const TELLING_FOLDERS = [
  '/tmp/',
  '/var/',
  '/dev/',
  '/opt/',
  '/root/',
  '/home/',
  '/etc/',
  '/srv/',
  '/usr/local/',
] as const;
/** Longest path below them that is kept. */
const BELOW_MAX = 60;

function isKeptWhole(path: string): boolean {
  const below = path.slice(TELLING_FOLDERS.find((folder) => path.startsWith(folder))?.length ?? path.length);
  return below.length <= BELOW_MAX && isMadeOf(below, './+-');
}
