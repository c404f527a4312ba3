import { quotedPaths } from '../indicators/quoted-path.js';
import { wordSet, wordTexts } from '../knowledge/load.js';
import { hasWordOf } from '../knowledge/word-pattern.js';
import type { Span } from '../model.js';
import { onceEach } from '../once.js';
import { type Passage, sentenceAround } from '../segment/passage.js';
import { isStockProgram } from '../segment/programs.js';
import { isLetter } from '../text/characters.js';
import { endsWithAny, hasEnding } from '../text/ends.js';
import { hasBlank, isMadeOf, isNumber } from '../text/shape.js';
import { oneOf, skip } from '../text/stretches.js';

const PATH =
  /(?<![\w\\])(?:[A-Za-z]:|\\?(?:AppData|ProgramData)(?=\\)|%[A-Za-z_]{3,24}(?:\([A-Za-z0-9]+\))?%|\\\\[\w.-]{1,60}\\(?:ADMIN|[A-Za-z])\$|[<[{][A-Za-z][\w -]{2,30}[>\]}](?=\\[^\\\s]{1,200}\\))(?:\\{1,2}Users\\{1,2}(?:\*|[<[{][\w -]{1,24}[>\]}]))?(?:\\{1,2}[^\s\\/:*?"<>|,;“”‘’'[\]]+(?: (?=[^\\\s/:*?"<>|%]{1,24}\\)[^\s\\/:*?"<>|,;“”‘’'[\]]+){0,4}){0,40}\\{1,2}[^\s\\/:*?"<>|,;“”‘’'()[\]]+\.[A-Za-z0-9]{1,8}(?!\w)/gi;

/** A Windows path in a passage, with its place and the sentence around it. */
export interface WindowsPath {
  readonly path: string;
  readonly at: Span;
  readonly sentence: string;
  /** Whether the text says that a library is loaded from there. */
  readonly loaded: boolean;
}

/** The paths of files on Windows that a passage names. Remembered with the passage, since several kinds ask for them. */
export const windowsPaths = onceEach(new WeakMap<Passage, readonly WindowsPath[]>(), pathsIn);

function pathsIn(passage: Passage): readonly WindowsPath[] {
  if (!passage.text.includes('\\')) return [];
  const written = [...passage.text.matchAll(PATH)].map(({ index, 0: path }) => ({
    start: index,
    end: index + path.length,
  }));
  return [...written, ...quotedPaths(passage.text)].flatMap((at) => {
    const around = sentenceAround(passage.text, at.start, at.end);
    const sentence = passage.text.slice(around.start, around.end);
    const told = passage.text.slice(at.start, at.end).replaceAll('\\\\', '\\');
    // The folder of a user or of all may stand without what is above it: "AppData\\fen.dat".
    const path = isLetter(told[0]) && told[1] !== ':' ? `\\${told}` : told;
    // A program database is a file of the author's build. A number after a dot is the version of a folder.
    const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
    if (ending === 'pdb' || isNumber(ending)) return [];
    return [{ path, at, sentence, loaded: hasEnding(path, '.dll') && hasWordOf('library-loaded', sentence) }];
  });
}

const SYSTEM_FOLDERS = new Set(['system32', 'syswow64', 'sysnative']);

/** The file's name in lower case where a path lies below the folders of Windows for its programs and libraries. */
function systemFile(path: string): string | undefined {
  const lower = path.toLowerCase();
  const windows = WINDOWS_VARIABLES.find((variable) => lower.startsWith(variable));
  const below = windows === undefined ? lower.slice(driveLength(path)) : `\\windows${lower.slice(windows.length)}`;
  const [root, top, folder = '', ...inner] = below.split('\\');
  const name = inner.pop() ?? '';
  if (root !== '' || top !== 'windows' || name === '') return undefined;
  const isOfNet = folder === 'microsoft.net' && inner.join('\\') !== '' && !hasBlank(inner.join(''));
  const isOfSystem = SYSTEM_FOLDERS.has(folder) && inner.every((each) => isMadeOf(each, '-'));
  return isOfNet || isOfSystem ? name : undefined;
}

/** Variables that are the folder of Windows itself. */
const WINDOWS_VARIABLES = ['%windir%', '%systemroot%'];

/** Brackets around words that stand for a folder which differs by host: `<Installation_Path>`. */
const PLACEHOLDERS = new Map([
  ['<', '>'],
  ['[', ']'],
  ['{', '}'],
]);

/** How long the drive, variable or placeholder is that a path begins with; zero where it begins with none. */
function driveLength(path: string): number {
  const closing = PLACEHOLDERS.get(path.charAt(0));
  if (closing !== undefined) return path.indexOf(closing) + 1;
  if (isLetter(path[0]) && path[1] === ':') return 2;
  return path.startsWith('%') && path.indexOf('%', 1) > 1 ? path.indexOf('%', 1) + 1 : 0;
}

/** How long the administrative share of a host is that a path begins with, `\\HOST\ADMIN$` or `\\HOST\C$`; zero where it begins with none. */
function shareLength(path: string): number {
  const host = skip(path, 0, oneOf('\\'), 2);
  const share = path.indexOf('\\', host) + 1;
  const end = path.indexOf('$', share) + 1;
  const isShare = path.slice(share, end).toLowerCase() === 'admin$' || (end === share + 2 && isLetter(path[share]));
  return host > 0 && share > host + 1 && isShare ? end : 0;
}

/** Folders of Windows' own programs below "Program Files". */
const OWN_PROGRAMS = [
  '\\windows defender\\',
  '\\windows defender advanced threat protection\\',
  '\\internet explorer\\',
];

/** Whether a path in lower case is that of a program which comes with Windows, in its own folder below "Program Files". */
function isOfOwnPrograms(path: string): boolean {
  const below = path.slice(driveLength(path));
  const name = below.slice(below.lastIndexOf('\\') + 1);
  return (
    below.startsWith('\\program files') &&
    OWN_PROGRAMS.some((folder) => below.includes(folder)) &&
    name.endsWith('.exe') &&
    isStockProgram(name)
  );
}

/** Whether a path is that of a program or library of Windows in its own folder. */
export function isWindowsOwn(path: string): boolean {
  const name = systemFile(path);
  if (isOfOwnPrograms(path.toLowerCase())) return true;
  if (name === undefined) return endsWithAny(path.toLowerCase(), ['\\explorer.exe', '\\notepad.exe']);
  return wordSet('core-libraries').has(name) || (name.endsWith('.exe') && isStockProgram(name));
}

/** Folders beside those of users that every system has. */
const SHARED_USERS = new Set(['public', 'default']);

/**
 * A path without its drive, variable, placeholder or administrative share, which differs by host: `%APPDATA%\x\y.exe` → `\x\y.exe`. Right in the folder
 * of a variable the folder's own end is kept, since a name alone says less: `%PUBLIC%\y.exe` → `\Users\Public\y.exe`.
 */
export function withoutDrive(path: string): string {
  const length = driveLength(path) || shareLength(path);
  const stripped = path.slice(length);
  const folder = path.startsWith('%')
    ? wordTexts('windows-variables').get(path.slice(1, length - 1).toLowerCase())
    : undefined;
  if (folder !== undefined && stripped.lastIndexOf('\\') === 0) return `\\${folder}${stripped}`;
  const [root, users = '', user = '', ...own] = stripped.split('\\');
  const isUsers = root === '' && users.toLowerCase() === 'users' && user !== '' && own.join('\\') !== '';
  return isUsers && !SHARED_USERS.has(user.toLowerCase()) ? `\\${own.join('\\')}` : stripped;
}
