import { wordSet } from '../knowledge/load.js';
import { listPattern } from '../knowledge/word-pattern.js';
import { isLetter, isWordCharacter } from '../text/characters.js';
import { BLANKS, opensWith, startsWithAny, trimEndOf } from '../text/ends.js';
import { hasAny, isSmall, splitPath, withSingleBackslashes } from '../text/shape.js';
import { dottedMatches, isAll } from '../text/stretches.js';
import { isPlanted } from './planted-library.js';
import { nameFrom, quotedPaths } from './quoted-path.js';
import type { Scanner } from './scanner.js';

// Part of a path. It may contain blanks only before words that folders have ("Program Files", "Start Menu").
const SEGMENT = String.raw`[^\\/:*?"<>|&\s“”'’,;]{1,100}(?: (?:{after-blank-in-folders}|[\w.]{1,20}(?=\\))){0,3}`;
const PLACEHOLDER = String.raw`<[\w .-]{1,30}>|\[[\w .-]{1,30}\]|\{[\w -]{1,50}\}`;
const WINDOWS_PATH = listPattern(
  String.raw`(?<![\w\\])(?:[A-Za-z]:|%[A-Za-z_]{2,40}(?:\(x86\))?%|\$env:\w{2,30}|\$\w{2,20}(?=\\\w+\\))(?:\\{1,2}(?:${PLACEHOLDER}|${SEGMENT})){1,14}`,
  'giu',
);
const UNC_PATH = /(?<![\w\\])\\\\(?!\.\\pipe)[\w.$-]{2,60}(?:\\[^\\/:*?"<>|\s“”',;)]{1,100}){1,10}/g;
const UNIX_PATH = listPattern(String.raw`(?<![\w.\-/~:%@}])(?:~|\/{unix-roots})(?:\/[\w.+@%{}$~-]{1,120}){1,14}`, 'g');
const REGISTRY_KEY = listPattern(
  String.raw`(?<![\w])(?:HKEY_(?:LOCAL_MACHINE|CURRENT_USER|CLASSES_ROOT|USERS|CURRENT_CONFIG)|HK(?:LM|CU|CR|U|CC)):?(?:\\{1,2}(?:${PLACEHOLDER}|[^\\/:*?"<>|\s“”'’,;]{1,100}(?: {after-blank-in-keys}(?=[\\ ]|$|[\s"'”’.,;)]))*)){1,16}`,
  'giu',
);
const FILE_NAME =
  /(?<![\w.\\/%$@+~-])[\p{L}\p{N}_][\p{L}\p{N}_+~-]{0,80}(?:\.[\p{L}\p{N}_+~-]{1,60}){0,3}\.([a-z0-9]{1,7})(?![\w\\@-]|\.\w)/giu;
const PIPE = /(?<!\\)\\{1,4}\.\\{1,2}pipe\\{1,2}([^\s"'“”`<>,;)]{2,100})|(?<![\w.])\\pipe\\([^\s"'“”`<>,;)]{2,100})/gi;
const MUTEX_NAMED = listPattern(
  String.raw`\bmutex(?:es)?\b(?: object)?(?: {before-mutex-name}){0,5}\s{0,2}[:=(]?\s{0,2}(?:["“”'‘’\x60]([^\s"“”'‘’\x60]{4,100})["“”'‘’\x60]|((?:Global|Local)\\{1,2}[^\s"“”,;)]{3,100}))`,
  'gi',
);
const MUTEX_PATH = /(?<![\w\\])(?:Global|Local)\\{1,2}[\w{}!@#$.-]{4,100}(?!\\)/g;

/** Characters that a sentence may have behind a value. */
const SENTENCES_OWN = `${BLANKS}.,;:!?'"”’)]}\\*_`;

/** Finds artifacts of a host: registry keys, pipes, mutexes, paths and names of files. */
export function findHostArtifacts(scanner: Scanner): void {
  findRegistryKeys(scanner);
  findPipes(scanner);
  findMutexes(scanner);
  findPaths(scanner);
}

/** A value without what belongs to the sentence around it. */
function trimmed(value: string): string {
  const bare = trimEndOf(value, SENTENCES_OWN);
  // A bracket that the value opened belongs to it.
  const closes = opensWith(value.slice(bare.length), ')]}') && hasAny(value, '([{');
  return closes ? value.slice(0, bare.length + 1) : bare;
}

function findRegistryKeys(scanner: Scanner): void {
  for (const match of scanner.text.matchAll(REGISTRY_KEY())) {
    const value = trimmed(match[0]);
    const end = match.index + value.length;
    if (scanner.isTaken(match.index, end)) continue;
    scanner.take(match.index, end);
    if (value.split('\\').length >= 3)
      scanner.add('registry-key', withSingleBackslashes(value).replace(':', ''), match.index, end);
  }
}

function findPipes(scanner: Scanner): void {
  for (const match of scanner.text.matchAll(PIPE)) {
    const name = trimmed(match[1] ?? match[2] ?? '');
    if (name.length < 2) continue;
    const end = match.index + match[0].length;
    if (scanner.isTaken(match.index, end)) continue;
    scanner.take(match.index, end);
    scanner.add('pipe', `\\\\.\\pipe\\${name}`, match.index, end);
  }
}

function findMutexes(scanner: Scanner): void {
  for (const pattern of [MUTEX_NAMED(), MUTEX_PATH]) {
    for (const match of scanner.text.matchAll(pattern)) {
      const raw = match[1] ?? match[2] ?? match[0];
      const value = withSingleBackslashes(trimmed(raw));
      const start = match.index + match[0].lastIndexOf(raw);
      const end = start + trimmed(raw).length;
      // A lower-case word after "mutex" is prose, not a name.
      if (isSmall(value) && match[1] === undefined) continue;
      if (scanner.isTaken(start, end)) continue;
      scanner.take(start, end);
      scanner.add('mutex', value, start, end);
    }
  }
}

function findPaths(scanner: Scanner): void {
  for (const { start, end } of quotedPaths(scanner.text)) {
    if (scanner.isTaken(start, end)) continue;
    scanner.take(start, end);
    const path = withSingleBackslashes(scanner.text.slice(start, end));
    if (isReportablePath(path, true)) scanner.add('file-path', path, start, end);
  }
  for (const [pattern, isWindows] of [
    [WINDOWS_PATH(), true],
    [UNC_PATH, true],
    [UNIX_PATH(), false],
  ] as const) {
    for (const match of scanner.text.matchAll(pattern)) {
      const value = trimmed(match[0]);
      const end = match.index + value.length;
      if (value.length < 5 || scanner.isTaken(match.index, end)) continue;
      scanner.take(match.index, end);
      if (isReportablePath(value, isWindows)) {
        // Two backslashes before a server's name belong to it.
        const path = value.charAt(0) + withSingleBackslashes(value.slice(1));
        scanner.add('file-path', path, match.index, end);
      }
    }
  }
}

const WINDOWS_VARIABLES = ['%windir%', '%systemroot%', '%comspec%'];
const WINDOWS_FOLDERS = new Set(['windows', 'system32', 'syswow64', 'sysnative', '%systemroot%', '%windir%']);
/** Folders of programs and what belongs to them. */
const UNIX_FOLDERS = '/proc/ /usr/bin/ /usr/sbin/ /usr/lib/ /usr/share/ /usr/include/ /bin/ /sbin/ /lib/'.split(' ');

/** Whether a path in lower case is of the folders of Windows itself. */
function isOfWindows(path: string): boolean {
  const folders = splitPath(path).slice(1, -1);
  return startsWithAny(path, WINDOWS_VARIABLES) || folders.some((folder) => WINDOWS_FOLDERS.has(folder));
}

/** Whether a path can be an indicator. Files that every system has (its own programs, its account list) cannot. */
function isReportablePath(path: string, isWindows: boolean): boolean {
  const system = wordSet('system-files');
  const extensions = wordSet('reported-endings');
  const last = splitPath(path).at(-1)?.toLowerCase() ?? '';
  const extension = last.includes('.') ? (last.split('.').at(-1) ?? '') : '';
  if (isWindows) {
    if (!extensions.has(extension)) return false;
    return !(system.has(last) && isOfWindows(path.toLowerCase()));
  }
  if (system.has(path.toLowerCase()) || system.has(last)) return false;
  return !startsWithAny(path, UNIX_FOLDERS) || extensions.has(extension);
}

/** Finds bare file names. Runs after domains, so that a defanged `update[.]zip` is a host and a plain one a file. */
export function findFileNames(scanner: Scanner): void {
  const extensions = wordSet('reported-endings');
  const system = wordSet('system-files');
  const products = wordSet('product-names');
  for (const [value, start] of dottedMatches(scanner.text, FILE_NAME)) {
    const end = start + value.length;
    const extension = value.slice(value.lastIndexOf('.') + 1).toLowerCase();
    if (!extensions.has(extension) || scanner.isTaken(start, end)) continue;
    const name = value.toLowerCase();
    const isSystems = system.has(name) && !isPlanted(scanner.text, name, { start, end });
    if (isSystems || products.has(name) || name.length < extension.length + 3) continue;
    // Members of classes and calls: `WScript.Shell`, `file.bin()`.
    if (opensWith(scanner.text.slice(end, end + 1), '([') || isBehindDrive(scanner.text, start)) continue;
    const from = nameFrom(scanner.text, { start, end });
    scanner.take(from, end);
    const isCut = from === start && isCutAtBlank(scanner.text, start);
    if (!isCut) scanner.add('file-name', scanner.text.slice(from, end), from, end);
  }
}

/** Whether a name stands right behind a drive's letter: a path that lost its backslashes, "C:Windowsfen.dll". */
function isBehindDrive(text: string, start: number): boolean {
  const before = text[start - 3] ?? ' ';
  return text[start - 1] === ':' && isLetter(text[start - 2]) && !isWordCharacter(before) && !'/-'.includes(before);
}

const NAME_GIVERS = new Set(['called', 'dubbed', 'library', 'named', 'titled']);
/** How far before a name the words that introduce it are read, and how many of its own words may stand between. */
const INTRODUCED = { characters: 60, words: 2 } as const;

/** Whether words of a name's own stand before its last one, so that it is not whole: "loaded as library egret core.dll". */
function isCutAtBlank(text: string, start: number): boolean {
  if (text[start - 1] !== ' ') return false;
  const near = text.slice(Math.max(0, start - INTRODUCED.characters), start - 1);
  const words = near.slice(near.lastIndexOf('\n') + 1).split(' ');
  const giver = words.findLastIndex((word) => NAME_GIVERS.has(word.toLowerCase()));
  const between = words.slice(giver + 1);
  if (giver < 0 || between.length === 0 || between.length > INTRODUCED.words) return false;
  return between.every((word) => isAll(word, isLetter) && !isWordOfProse(word.toLowerCase()));
}

const isWordOfProse = (word: string): boolean =>
  ['function-words', 'before-file-names', 'prose-words'].some((list) => wordSet(list).has(word));
