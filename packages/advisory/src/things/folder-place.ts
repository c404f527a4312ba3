import { wordTexts } from '../knowledge/load.js';
import type { Span } from '../model.js';
import { isDigit, isWordCharacter, placesOf } from '../text/characters.js';
import { hasAny } from '../text/shape.js';
import { type FolderPath, folderPathAt, foldersOfUsers, OF_USERS } from './folder-path.js';

/** A folder, without what differs from host to host, and its place. */
export interface FolderPlace extends Span {
  readonly value: string;
  /** A folder that every host has, told by its variable alone. */
  readonly isEverybodys?: true;
}

const ROOTS = [':\\', '%\\'];
const VARIABLE_MAX = 30;
/** Folders beside those of users that every system has. */
const SHARED_USERS = new Set(['public', 'default']);

/** The first folder whose path or variable stands in a part of a text, with the place where its path begins. */
export function firstFolder(text: string, from: number, to: number): FolderPlace | undefined {
  const part = text.slice(from, to);
  const roots = ROOTS.map((root) => part.indexOf(root)).filter((at) => at >= 0);
  const places = [...roots.map((at) => from + at), ...foldersOfUsers(text, from, to).slice(0, 1)];
  const root = places.length === 0 ? undefined : Math.min(...places);
  const variable = firstVariable(text, from, root ?? to);
  if (variable !== undefined || root === undefined) return variable;
  const path = folderPathAt(text, root);
  return path === undefined || path.end > to ? undefined : ownPart(text, path);
}

/** The last path of a folder between two places. */
export function lastPath(text: string, from: number, to: number): FolderPath | undefined {
  const part = text.slice(from, to + 1);
  const ofUsers = (foldersOfUsers(text, from, to).at(-1) ?? from - 1) - from;
  const root = Math.max(...ROOTS.map((each) => part.lastIndexOf(each)), ofUsers);
  return root < 0 ? undefined : folderPathAt(text, from + root);
}

/** The last folder whose path or variable stands in a part of a text. */
export function lastFolder(text: string, from: number, to: number): FolderPlace | undefined {
  const path = lastPath(text, from, to);
  const variable = lastVariable(text, path?.end ?? from, to);
  return variable ?? (path === undefined ? undefined : ownPart(text, path));
}

/** A path without what differs from host to host: its drive or variable, and the folder of a user. */
export function ownPart(text: string, path: FolderPath): FolderPlace | undefined {
  const [first = '', user = ''] = path.folders.map((folder) => folder.toLowerCase());
  // Authors leave out the blank of "Program Files"; a folder of that name is none.
  const own = first === 'programfiles' ? 1 : first === 'users' && !SHARED_USERS.has(user) ? 2 : 0;
  const folders = path.folders.slice(own);
  if (folders.length === 0 || folders.some((folder) => hasAny(folder, '<>[]*{}') || isDigit(folder))) return undefined;
  if (path.root.toLowerCase() === OF_USERS)
    return { value: [path.root, ...folders].join('\\'), start: path.start, end: path.end };
  // A folder right below that of a variable may be anything without it.
  const known = folders.length > 1 ? undefined : wordTexts('windows-variables').get(variableOf(path));
  if (known !== undefined) return { value: `${known}\\${folders[0]}`, start: path.start, end: path.end };
  const value = folders.join('\\');
  const within = text.slice(path.start, path.end).indexOf(value);
  const start = path.start + within;
  return within < 0 ? undefined : { value, start, end: start + value.length };
}

function variableOf({ root }: FolderPath): string {
  return root.startsWith('%') ? root.slice(1, -1).toLowerCase() : '';
}

/** The first variable that is a folder by itself: "the %TEMP% directory". */
function firstVariable(text: string, from: number, to: number): FolderPlace | undefined {
  return variables(text, from, to)[0];
}

function lastVariable(text: string, from: number, to: number): FolderPlace | undefined {
  return variables(text, from, to).at(-1);
}

function variables(text: string, from: number, to: number): readonly FolderPlace[] {
  return placesOf(text.slice(from, to), '%').flatMap((at) => variableAt(text, from + at, to) ?? []);
}

function variableAt(text: string, start: number, to: number): FolderPlace | undefined {
  const close = start + 1 + text.slice(start + 1, Math.min(to + 1, start + VARIABLE_MAX)).indexOf('%');
  if (close === start) return undefined;
  const folder = wordTexts('windows-variables').get(text.slice(start + 1, close).toLowerCase());
  const next = text[close + 1];
  if (folder === undefined || next === '\\' || next === '/' || isWordCharacter(next)) return undefined;
  return { value: folder, isEverybodys: true, start, end: close + 1 };
}
