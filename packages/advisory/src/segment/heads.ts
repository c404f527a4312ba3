import { isKnownCmdlet } from '@tripline/attack';
import { wordSet } from '../knowledge/load.js';
import { hasWord, isLetter, isWordCharacter } from '../text/characters.js';
import {
  BLANKS,
  CLOSING_QUOTES,
  closesWith,
  isExe,
  OPENING_QUOTES,
  opensWith,
  startsWithAny,
  startsWithFolder,
  trimEndOf,
  trimStartOf,
  withoutFirst,
  withoutLast,
} from '../text/ends.js';
import { hasAny, hasAnyPart, isMadeOf, startsAsName, startsWithCapital } from '../text/shape.js';
import { isAll, skip, stretchesOf, trailing } from '../text/stretches.js';
import { isReconTool, type ToolKnowledge, toolOf } from './programs.js';
import { namesFileOf } from './windows-signs.js';
import { isArgument, isFunctionWord, isOptionLetter, isOptionMark, isProseWord, type Word } from './words.js';

/** The first word of a command: a program's name or path. */
export interface Head {
  readonly word: Word;
  /** The offset of the name, without quotation marks and brackets before it. */
  readonly start: number;
  /** As written, without what stands before it. */
  readonly text: string;
  readonly program: ToolKnowledge | undefined;
  /**
   * How sure the word alone is a program: 3 a path or `.exe` of a known one, 2 a name that nothing else has, 1 a name that is also a word,
   * 0 a shell's built-in.
   */
  readonly strength: 0 | 1 | 2 | 3;
}

/** Most characters of a program's file name with its ending. */
const PROGRAM_NAME_MAX = 44;

/**
 * Reads a word as a program's name. Undefined where it is not one, or where punctuation shows a list, an assignment or a diagram of
 * processes.
 */
export function headAt(words: readonly Word[], index: number): Head | undefined {
  const word = words[index];
  if (word === undefined) return undefined;
  const lead = word.text.length - trimStartOf(word.text, '("\'“‘”`').length;
  const text = word.text.slice(lead);
  const program = toolOf(text);
  if (program === undefined && !isProgram(word.text)) return undefined;
  // `/sc` is an option: a program's path has two separators.
  if (text === '' || hasAnyPart(text, ['://', ']']) || text.lastIndexOf('/') === 0) return undefined;
  // `"name.exe", …` is a list or structured data, `cipher = …` an assignment.
  if (closesWith(word.text, '.,;:)') || words[index + 1]?.text === '=' || startsArrow(words[index + 1]))
    return undefined;
  return {
    word,
    start: word.quoted ? word.start : word.start + lead,
    text,
    program,
    strength: strengthOf(text, program),
  };
}

function strengthOf(text: string, program: ToolKnowledge | undefined): Head['strength'] {
  if (program === undefined) return 1;
  if (hasAny(text, '\\/') || namesFileOf(text, ['.exe'])) return 3;
  if (program.builtin) return 0;
  if (startsAsName(text)) return program.verbs === undefined ? 1 : 0;
  if (program.verbs !== undefined) return 1;
  return 2;
}

/** Whether a word begins a statement of PowerShell: a cmdlet, or `IEX` with its script. */
export function startsStatement(words: readonly Word[], index: number): boolean {
  const text = words[index]?.text ?? '';
  const next = words[index + 1]?.text ?? '';
  return (
    (isKnownCmdlet(text) && startsWithCapital(text)) ||
    (['iex', 'invoke-expression'].includes(text.toLowerCase()) && opensWith(next, '($"\''))
  );
}

/** How clearly a text says that a command begins right here: 2 "command line:", 1 "executed", 0 not at all. */
export function announcement(text: string, start: number): number {
  const before = trimEndOf(text.slice(Math.max(0, start - 60), start), `${OPENING_QUOTES}(${BLANKS}`);
  const word = trailing(withoutLast(before, ':'), isOfAnnouncement).toLowerCase();
  if (!before.endsWith(':')) return wordSet('lead-ins').has(word) ? 1 : 0;
  if (word === '') return hasWordFrom(before, ['command']) ? 2 : 0;
  const close = before.slice(-32);
  return hasWordFrom(close, ['command', 'execut', 'cmd']) || hasWord(close.toLowerCase(), 'run') ? 2 : 1;
}

const isOfAnnouncement = (character: string): boolean => isLetter(character) || character === '-';

/** Whether a word of a text begins with one of some beginnings, which are in lower case. */
function hasWordFrom(text: string, beginnings: readonly string[]): boolean {
  return stretchesOf(text.toLowerCase(), isWordCharacter).some((word) => startsWithAny(word.text, beginnings));
}

/**
 * The score of a command's beginning: its name, what follows it, and the words before it. Three is enough in running text. `inSession` says
 * that a command has just ended before it.
 */
export function headScore(
  words: readonly Word[],
  index: number,
  head: Head,
  announced: number,
  inSession: boolean,
): number {
  const next = words[index + 1];
  if (next === undefined) return 0;
  const { program } = head;
  const option = isOption(next.text);
  const score = head.strength + announced + (inSession ? 1 : 0);
  if (program === undefined) return option || isShaped(head, next, inSession) ? score + 2 : 0;
  const verb = program.verbs?.has(withoutLast(next.text.toLowerCase(), '.,;')) === true;
  if (announced < 2 && isWordOfProse(head, program, next, option || verb)) return 0;
  const further = words.slice(index + 2, index + 5);
  return score + scoreOfNext(head, next, option, verb) + (isProvenBy(further, program, verb) ? 1 : 0);
}

/** Whether a program's name is a word of the sentence here. `takesNext` says that an option or a sub-command of its own follows. */
function isWordOfProse(head: Head, { builtin }: ToolKnowledge, next: Word, takesNext: boolean): boolean {
  // "a web shell at /opt/x": a word of English before a path.
  if (head.strength === 1 && isProseWord(head.text) && isInUnixFolder(next.text)) return true;
  // "served at /replication": a preposition before the path of a page.
  if (wordSet('prepositions').has(head.text) && opensWith(next.text, '/')) return true;
  // "Python 3.10", "at 07:27": such a name needs an option or a sub-command of its own.
  return head.strength <= 1 && !builtin && !takesNext;
}

function scoreOfNext(head: Head, next: Word, option: boolean, verb: boolean): number {
  const ofVerb = verb && !startsAsName(head.text) ? 1 : 0;
  if (option) return ofVerb + 2;
  return isArgument(next.text) && !isProseSlash(next.text) && !isBareProgram(next.text) ? ofVerb + 1 : ofVerb;
}

/** Whether the words behind the next one show a command: a telling argument, or a sub-command of the sub-command. */
function isProvenBy(further: readonly Word[], { verbs }: ToolKnowledge, verb: boolean): boolean {
  if (further.some(({ text }) => isTellingArgument(text))) return true;
  return verb && verbs?.has(further[0]?.text.toLowerCase() ?? '') === true;
}

/** Whether a word after an unknown program's name is its argument. Quoted names there are as likely the next items of a list. */
function isShaped(head: Head, next: Word, inSession: boolean): boolean {
  const isPath = hasAny(head.text, '\\/');
  if (hasAny(next.text, '\\=%') || (inSession && isPath && isExe(head.text))) return true;
  return opensWith(next.text, '"\'“') && (isPath || hasAny(next.text, '-/'));
}

/** Whether a text is an option, an operator, a quoted value, a registry path or a path with its drive. */
function isTellingArgument(text: string): boolean {
  if (isOption(text) || opensWith(text, '|>&"“')) return true;
  const plain = withoutFirst(text, "'");
  return plain.slice(0, 2).toUpperCase() === 'HK' || (isLetter(plain[0]) && plain.startsWith(':\\', 1));
}

/** Whether a text is a path from the root, with a folder in it. */
const isInUnixFolder = (text: string): boolean => startsWithFolder(text, ['']);

/** Whether a text is an option: `/domain`, `-enc`, `--all`, `+x`; not `/etc/passwd`. */
export function isOption(text: string): boolean {
  const mark = skip(text, 0, isOptionMark, 2);
  return mark > 0 && isOptionLetter(text[mark]) && !isInUnixFolder(text);
}

/** Whether a text is a program's file name alone: `takeown.exe`. */
export function isBareProgram(text: string): boolean {
  return isExe(text) && text.length <= PROGRAM_NAME_MAX && isMadeOf(text.slice(0, -4), '-');
}

/** Whether a slash is one of prose: `and/or`, `client/server`, `2020/2021`. */
export function isProseSlash(text: string): boolean {
  const sides = trimEndOf(text, '.,;:)').split('/');
  return sides.length === 2 && sides.every((side) => side.length > 1 && isAll(side, isLetter));
}

/** Whether a program is meaningful without any argument, and its name is not a word of English. */
export function standsBare(head: Head): boolean {
  return (
    head.program !== undefined &&
    isReconTool(head.program.name) &&
    head.strength >= 2 &&
    head.text === head.text.toLowerCase()
  );
}

/** Whether an arrow follows: `wscript.exe ->cmd.exe` says which program started which. */
export function startsArrow(word: Word | undefined): boolean {
  return word !== undefined && startsWithAny(word.text, ['->', '=>', '→', '➝', '➔']);
}

/** Endings of files that are run on Unix. */
const RUN_ON_UNIX: ReadonlySet<string> = new Set(['sh', 'py', 'pl', 'elf', 'bin']);
/** Endings of programs of Windows. */
const RUN_ON_WINDOWS: ReadonlySet<string> = new Set(['exe', 'com', 'bat', 'cmd', 'scr']);
/** Folders in which programs of Unix lie. */
const UNIX_PROGRAMS = ['./', '/usr/', '/bin/', '/sbin/', '/tmp/', '/opt/', '/var/', '/dev/shm/'] as const;

/** Whether a path or name can only be a program. */
export function isProgram(word: string): boolean {
  if (!word.includes('.') && !word.includes('/')) return false;
  const plain = trimEndOf(trimStartOf(word, '"\'“”‘`('), `${CLOSING_QUOTES})`);
  if (hasAny(plain, '=<>|?*"')) return false;
  const point = plain.lastIndexOf('.');
  const ending = point < 0 ? '' : plain.slice(point + 1).toLowerCase();
  if (RUN_ON_WINDOWS.has(ending) && isMadeOf(plain.charAt(point - 1), ')%]')) return true;
  if (wordSet('file-endings').has(ending) && !RUN_ON_UNIX.has(ending)) return false;
  const folder = UNIX_PROGRAMS.find((start) => plain.startsWith(start));
  return folder !== undefined && plain !== folder && isMadeOf(plain, './-') && !isFunctionWord(plain);
}
