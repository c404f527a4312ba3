import { wordSet } from '../knowledge/load.js';
import { hasWordOf } from '../knowledge/word-pattern.js';
import type { Span } from '../model.js';
import { type Passage, sentenceAround } from '../segment/passage.js';
import { isStockProgram } from '../segment/programs.js';
import { endsWithAny, hasEnding } from '../text/ends.js';

const PATH =
  /(?<![\w\\])(?:[A-Za-z]:|%[A-Za-z_]{3,24}(?:\([A-Za-z0-9]+\))?%)(?:\\{1,2}[^\s\\/:*?"<>|,;“”‘’'[\]]+(?: (?=[^\\\s/:*?"<>|%]{1,24}\\)[^\s\\/:*?"<>|,;“”‘’'[\]]+){0,4})*\\{1,2}[^\s\\/:*?"<>|,;“”‘’'()[\]]+\.[A-Za-z0-9]{1,8}(?!\w)/g;

/** A Windows path in a passage, with its place and the sentence around it. */
export interface WindowsPath {
  readonly path: string;
  readonly at: Span;
  readonly sentence: string;
  /** Whether the text says that a library is loaded from there. */
  readonly loaded: boolean;
}

/** The paths of files on Windows that a passage names. */
export function windowsPaths(passage: Passage): readonly WindowsPath[] {
  if (!passage.text.includes('\\')) return [];
  return [...passage.text.matchAll(PATH)].flatMap((match) => {
    const at = { start: match.index, end: match.index + match[0].length };
    const around = sentenceAround(passage.text, at.start, at.end);
    const sentence = passage.text.slice(around.start, around.end);
    const path = match[0].replaceAll('\\\\', '\\');
    // A program database is a file of the author's build. A number after a dot is the version of a folder.
    if (/\.(?:pdb|\d+)$/i.test(path)) return [];
    return [{ path, at, sentence, loaded: hasEnding(path, '.dll') && hasWordOf('library-loaded', sentence) }];
  });
}

const SYSTEM_FOLDER =
  /^(?:[a-z]:|%\w+%)?\\windows\\(?:system32|syswow64|sysnative|microsoft\.net\\\S+)\\(?:[\w-]+\\)*([^\\]+)$/i;

/** Whether a path is that of a program or library of Windows in its own folder. */
export function isWindowsOwn(path: string): boolean {
  const name = SYSTEM_FOLDER.exec(path)?.[1]?.toLowerCase();
  if (name === undefined) return endsWithAny(path.toLowerCase(), ['\\explorer.exe', '\\notepad.exe']);
  return wordSet('core-libraries').has(name) || (name.endsWith('.exe') && isStockProgram(name));
}

/** A path without its drive or variable, which differs by host: `%APPDATA%\x\y.exe` → `\x\y.exe`. */
export function withoutDrive(path: string): string {
  const stripped = path.replace(/^(?:[A-Za-z]:|%[^%]+%)/, '');
  const user = /^\\Users\\(?:[^\\]+)(\\.+)$/i.exec(stripped);
  return user !== null && !/^\\Users\\(?:Public|Default)\\/i.test(stripped) ? (user[1] as string) : stripped;
}
