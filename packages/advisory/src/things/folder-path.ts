import { isStandIn } from '../draft/stand-in.js';
import { wordSet } from '../knowledge/load.js';
import type { Span } from '../model.js';
import { isCapital, isWordCharacter, placesOf } from '../text/characters.js';
import { skipBack } from '../text/stretches.js';

/** The path of a folder as it is written, in its parts. */
export interface FolderPath extends Span {
  /** A drive with its colon, a variable with its percent signs, or the folder of a user's programs. */
  readonly root: string;
  readonly folders: readonly string[];
  /** A separator stands at its end. */
  readonly isClosed: boolean;
  /** What stands in it has another name each time. */
  readonly isVarying: boolean;
}

const VARIABLE_MAX = 30;
const FOLDERS_MAX = 12;
const LENGTH_MAX = 80;
const SEPARATORS = '\\/';
/** Characters that no name of a folder has, and those of placeholders. */
const ENDS = new Set('\\/:*?"<>|,;“”‘’\'`%[]{}\n\t');
const OPENERS = new Set('"“‘\'`');

/**
 * The folder whose path has its first separator behind the character at `at` (a colon or percent sign); of a file whose name stands for something
 * else, the folder it is in. Undefined where it is the path of another file, or a folder's name holds a placeholder.
 */
export function folderPathAt(text: string, at: number): FolderPath | undefined {
  const start = text[at] === ':' ? at - 1 : (ofUsersStart(text, at) ?? variableStart(text, at));
  if (start === undefined || isWordCharacter(text[start - 1]) || !isRoot(text, start, at)) return undefined;
  const { folders, end, isClosed: isEnded } = foldersFrom(text, at + 1, OPENERS.has(text[start - 1] ?? ' '));
  // What differs from file to file is no part of the folder that all of them are in.
  const isStandInLast = isStandIn(folders.at(-1) ?? '');
  if (isStandInLast) folders.pop();
  const isClosed = isEnded || isStandInLast;
  if ((isPlaceholder(text[end]) && !isClosed) || isFile(folders.at(-1) ?? '', isClosed)) return undefined;
  if (!isClosed && isCut(text, start, end)) return undefined;
  const isVarying = isStandInLast || isPlaceholder(text[end]);
  const root = text.slice(isWordCharacter(text[at]) ? at + 1 - OF_USERS.length : start, at + 1);
  return { start, end, root, folders, isClosed, isVarying };
}

/** Whether the last folder's name may go on behind a blank, outside of quotes: "C:\\Users\\Public\\Fen Files". */
function isCut(text: string, start: number, end: number): boolean {
  return text[end] === ' ' && isCapital(text[end + 1]) && !OPENERS.has(text[start - 1] ?? ' ');
}

/** The folders that are written from a place on, one behind the other. */
function foldersFrom(text: string, from: number, isQuoted: boolean) {
  const folders: string[] = [];
  let end = from;
  let isClosed = false;
  while (folders.length < FOLDERS_MAX && SEPARATORS.includes(text[end] ?? ' ')) {
    while (SEPARATORS.includes(text[end] ?? ' ')) end += 1;
    const stop = nameEnd(text, end, isQuoted);
    const name = text.slice(end, stop);
    isClosed = name === '';
    if (isClosed) break;
    folders.push(name);
    end = stop;
  }
  return { folders, end, isClosed };
}

/** The folder of each user that paths begin with where what is above it is left out: "\\AppData\\fen7". */
export const OF_USERS = 'appdata';
const BEFORE_OF_USERS = ' \n\t("“‘\'`]';

function ofUsersStart(text: string, at: number): number | undefined {
  const start = at + 1 - OF_USERS.length;
  if (start < 0 || text.slice(start, at + 1).toLowerCase() !== OF_USERS) return undefined;
  const before = text[start - 1] === '\\' ? start - 2 : start - 1;
  return BEFORE_OF_USERS.includes(text[before] ?? ' ') ? start : belowUser(text, start);
}

/** Longer names of an account stand before no folder. */
const ABOVE_MAX = 40;

/** Where a path begins that names a user's folder without its drive before a place: "User/", "Users/Tester/". */
function belowUser(text: string, at: number): number | undefined {
  const start = skipBack(text, at, (each) => isWordCharacter(each) || SEPARATORS.includes(each), ABOVE_MAX);
  const [user, , ...below] = text.slice(start, at).toLowerCase().replaceAll('\\', '/').split('/');
  const isUsers = BEFORE_OF_USERS.includes(text[start - 1] ?? ' ') && (user === 'user' || user === 'users');
  return isUsers && below.length < 2 ? start : undefined;
}

/** Where the folders of users begin in a part of a text, with no drive or variable before them: the last place of the name. */
export function foldersOfUsers(text: string, from: number, to: number): readonly number[] {
  return placesOf(text.slice(from, to).toLowerCase(), OF_USERS)
    .map((at) => from + at + OF_USERS.length - 1)
    .filter((at) => SEPARATORS.includes(text[at + 1] ?? ' ') && ofUsersStart(text, at) !== undefined);
}

function variableStart(text: string, at: number): number | undefined {
  const start = text.lastIndexOf('%', at - 1);
  return start < 0 || at - start > VARIABLE_MAX ? undefined : start;
}

function isRoot(text: string, start: number, at: number): boolean {
  if (ofUsersStart(text, at) === start) return true;
  if (text[at] === ':') return isWordCharacter(text[start]);
  return [...text.slice(start + 1, at)].every((each) => isWordCharacter(each) || '()'.includes(each));
}

/** Where the name of a folder ends. A blank belongs to it within quotes, before a word that folders have, and where a separator follows its next word. */
function nameEnd(text: string, start: number, isQuoted: boolean): number {
  let end = start;
  while (end < text.length && end - start < LENGTH_MAX && !ENDS.has(text[end] as string)) {
    if (text[end] === ' ' && !isQuoted && !goesOn(text, end + 1)) break;
    end += 1;
  }
  const isOpened = text.slice(start, end).includes('(');
  while (end > start && (isOpened ? ' .' : ' .)').includes(text[end - 1] as string)) end -= 1;
  return end;
}

/** Whether the word behind a blank belongs to the name of the folder before it. */
function goesOn(text: string, from: number): boolean {
  let end = from;
  while (isWordCharacter(text[end]) || '.()'.includes(text[end] ?? ' ')) end += 1;
  return text[end] === '\\' || wordSet('after-blank-in-folders').has(text.slice(from, end));
}

/** Whether a name has the ending of a file; with a separator behind it only one that files of programs have. */
function isFile(name: string, isClosed: boolean): boolean {
  const dot = name.lastIndexOf('.');
  return dot > 0 && (!isClosed || wordSet('reported-endings').has(name.slice(dot + 1).toLowerCase()));
}

function isPlaceholder(character: string | undefined): boolean {
  return character !== undefined && '<{[*%'.includes(character);
}
