import { hasStandIn, isStandIn } from '../../draft/stand-in.js';
import { wordSet } from '../../knowledge/load.js';
import { listPattern } from '../../knowledge/word-pattern.js';
import type { CommandProgram, Span } from '../../model.js';
import { isPowerShell, isShellsOwn, toolOf } from '../../segment/programs.js';
import { isOperator, type Word, wordsOf } from '../../segment/words.js';
import { isDigit, isHexDigit, isLetter, isWordCharacter } from '../../text/characters.js';
import {
  BLANKS,
  endingOf,
  opensWith,
  QUOTES,
  startsWithAny,
  trimEndOf,
  withoutFirst,
  withoutLast,
} from '../../text/ends.js';
import { hasAny, hasBlank, hasLetter, isMadeOf, isNumber, isOfCode, stretchesWithout } from '../../text/shape.js';
import { isAll, isOfBase64, oneOf, skip } from '../../text/stretches.js';

/** A part of a command line worth detecting; `text` stands at `start` of the canonical text. */
export interface TellingArgument extends Span {
  readonly text: string;
  /** How specific it is: 3 a name of the actor's own, 2 a telling option or sub-command, 1 the rest. */
  readonly weight: number;
}

/** A program of a command line and its parts. */
export interface CommandParts {
  /** Bare lower-case name. */
  readonly tool: string;
  /** Whether the tool is a shell's built-in: the shell's process then has the command line. */
  readonly shell: boolean;
  readonly arguments: readonly TellingArgument[];
  /** The program with its arguments. */
  readonly span: Span;
}

const GENERIC_OPTIONS = new Set(
  '/c /k /q /s /f /y /i /v -c -e -s -f -r -i -q -v -n -w -p -u -o -a -d -l -h --help /? 2>&1 >nul nul -k -x -t --'.split(
    ' ',
  ),
);

/**
 * The arguments of a program that an experienced author would keep: sub-commands and long options, names of files, tasks and exports, and
 * paths on hosts. Not kept: addresses, placeholders, payloads and one-letter options.
 */
export function commandParts(text: string, program: CommandProgram): CommandParts {
  const tool = program.name;
  const shell = isShellsOwn(tool);
  const reader = new ArgumentReader(text, tool, shell);
  const found = program.arguments.flatMap((each) => switchesApart(each, tool)).flatMap((word) => reader.take(word));
  if (shell) {
    // A file name without a program would match wherever it is used.
    const end = program.start + program.head.length;
    found.unshift({ text: program.head, start: program.start, end, weight: 2 });
  }
  const holes = holesIn(text, program);
  const own = found.filter(({ start, end }) => !holes.some((hole) => start < hole.end && hole.start < end));
  return { tool, shell, arguments: dedupe(own), span: { start: program.start, end: program.end } };
}

/** Reads the arguments of one program in their order. */
class ArgumentReader {
  /** Whether the word before was an operator behind which a program's name stands. */
  private headExpected = false;
  private redirected = false;
  private victims = false;
  private before = '';
  private readonly keepsAll: boolean;

  constructor(
    private readonly text: string,
    private readonly tool: string,
    shell: boolean,
  ) {
    // PowerShell keeps a script's redirections in its own command line.
    this.keepsAll = shell || isPowerShell(tool) || tool.includes('-');
  }

  /** What of the next word is worth detecting. */
  take(word: Word): readonly TellingArgument[] {
    const ofValue = this.tool === 'reg' ? registryArgument(this.text, word, this.before) : undefined;
    this.before = word.text;
    if (ofValue !== undefined) return [ofValue];
    if (this.isVictimsName(word) || this.isRedirection(word)) return [];
    if (isOperator(word.text)) {
      this.headExpected = !hasAny(word.text, '<>');
      return [];
    }
    const found = argumentsOf(this.text, word, this.headExpected ? 2 : 0, this.tool);
    this.headExpected = false;
    return wordSet('runs-addresses').has(this.tool) ? [...found, ...schemeOf(word)] : found;
  }

  /** `-ComputerName FS01`: the victim's machine or account, which no other intrusion has. */
  private isVictimsName(word: Word): boolean {
    const isName = this.victims && !opensWith(word.text, '-/');
    this.victims = isVictims(word.text);
    return isName;
  }

  /** Whether a word says where output goes: the shell knows it, the program's own command line does not have it. */
  private isRedirection(word: Word): boolean {
    const isTarget = this.redirected;
    const isOpen = !this.keepsAll && !word.quoted;
    const behind = isOpen ? behindRedirection(word.text) : undefined;
    this.redirected = behind === '';
    return (isTarget && !this.keepsAll) || (behind !== undefined && behind !== '' && !opensWith(behind, '>&'));
  }
}

/** What stands behind the sign of a redirection (`>`, `2>>`) that a word begins with; undefined where it begins with none. */
function behindRedirection(word: string): string | undefined {
  const sign = skip(word, 0, isDigit, 1);
  return word[sign] === '>' ? word.slice(skip(word, sign, oneOf('>'), 2)) : undefined;
}

const SWITCH_MAX = 12;

/** The options of a word that has several: `/create/sc`. Other programs take such a word for a path. */
function switchesApart(word: Word, tool: string): readonly Word[] {
  const names = word.text.split('/');
  const isSwitch = (name: string): boolean =>
    name !== '' && name.length <= SWITCH_MAX && [...name].every((each) => isWordCharacter(each) && !isDigit(each));
  if (names.length < 3 || names[0] !== '' || word.quoted || !wordSet('slash-option-programs').has(tool)) return [word];
  if (!names.slice(1).every(isSwitch)) return [word];
  let start = word.start;
  return names.slice(1).map((name): Word => {
    const text = `/${name}`;
    const apart = { ...word, text, start, end: start + text.length };
    start = apart.end;
    return apart;
  });
}

/** The name of a value behind `/v`, and a number behind `/d` with its option: whatever they are, they are what the command sets. */
function registryArgument(text: string, word: Word, before: string): TellingArgument | undefined {
  const option = before.toLowerCase();
  const plain = withoutLast(withoutFirst(word.text, '"\''), '"\'');
  if (option === '/v' && isValueName(plain)) {
    const start = word.start + word.text.indexOf(plain);
    return { text: plain, start, end: start + plain.length, weight: 3 };
  }
  if (option !== '/d' || !isShortNumber(plain)) return undefined;
  const start = text.toLowerCase().lastIndexOf('/d', word.start);
  return { text: text.slice(start, word.end), start, end: word.end, weight: 2 };
}

const isValueName = (word: string): boolean =>
  word.length > 3 && word.length < 42 && isLetter(word[0]) && isMadeOf(word, '');

/** Whether a word is a number of at most four digits, hexadecimal or not. */
function isShortNumber(word: string): boolean {
  const digits = word.toLowerCase().startsWith('0x') ? word.slice(2) : word;
  return digits.length <= 4 && isAll(digits, isHexDigit);
}

/** Words for a person in brackets, where a command has a value: `<remote host>`, `{OS Command}`. */
const HOLE = /<[A-Za-z]+(?: [A-Za-z]+)+>|\{[A-Za-z]+(?: [A-Za-z]+)+\}/g;

/** The places of a program's command that somebody who runs it fills in. */
function holesIn(text: string, { start, end }: Span): readonly Span[] {
  return [...text.slice(start, end).matchAll(HOLE)].map(({ index, 0: hole }) => ({
    start: start + index,
    end: start + index + hole.length,
  }));
}

/** Whether an option's value names a host, a domain or an account, or is a password or hash. */
function isVictims(option: string): boolean {
  const dashes = skip(option, 0, oneOf('-–/'), 2);
  const name = withoutLast(option.slice(dashes), ':=').toLowerCase();
  return dashes > 0 && wordSet('victims-options').has(name);
}

/** The beginning of an address, restored where it was defanged. */
function schemeOf(word: Word): readonly TellingArgument[] {
  const match = /h(?:tt|xx)p(s?)(?:\[:\]|:)\/\//i.exec(word.text);
  if (match === null) return [];
  const start = word.start + match.index;
  return [{ text: `http${(match[1] ?? '').toLowerCase()}://`, start, end: start + match[0].length, weight: 2 }];
}

/** Placeholders that a program fills in: `%s`, `%s1`, `%08x`. */
const FORMAT = /^%[0-9.]{0,4}[sdxu]\d?$/;
/** Exports that thousands of libraries have. */
const EVERY_LIBRARY = listPattern(String.raw`^#?(?:{everyday-exports}|\d+)$`);
const FOLDER_OR_ENDING = listPattern(String.raw`^\\?{everyday-folders}$|^\.\w{2,4}(?:\.\w{2,4})?$`);
const PLACEHOLDER = listPattern(
  String.raw`<[^>]*>?|\[{bracketed-placeholders}[^\]]*\]|redacted|x{3,}|\{\w+\}|\*{2,}|[[<][a-z ]{1,20}$|^[a-z]{1,20}[\]>]$`,
  'i',
);
const ADDRESS = /:\/\/|\[:\]|\[\.\]|^\d{1,3}(?:\.\d{1,3}){3}|hxxp/i;

/** A quoted registry key that contains blanks. */
const QUOTED_KEY = /^["“](?:HKEY_\w+|HK(?:LM|CU|CR|U)):?(\\[^"”*?<>]{3,200}?)\\?["”]$/i;

const QUOTED_PATH = /^["'“](?:[A-Za-z]:|%\w+%|\\)\\(?:(?! [-/]\w|\.exe\\?").)*["'”]$/i;

/** A quoted name of several plain words, such as a task's or a group's. */
const QUOTED_NAME = /^["“](?=[^"”]{5,60}["”]$)[A-Z][\w.]*(?: [A-Z0-9][\w.]*){1,4}["”]$/;

function argumentsOf(text: string, word: Word, base: number, tool: string): readonly TellingArgument[] {
  const key = QUOTED_KEY.exec(word.text)?.[1];
  if (key !== undefined) {
    const start = word.start + word.text.indexOf(key);
    return [{ text: key, start, end: start + key.length, weight: 3 }];
  }
  if (QUOTED_PATH.test(word.text)) {
    const start = word.start + Math.max(1, word.text.lastIndexOf('\\', word.text.length - 3));
    const end = word.end - 1;
    const name = withoutLast(text.slice(start, end), '\\');
    if (name.length > 3 && !hasAny(name, '*?<>') && !isStandIn(name))
      return [{ text: name, start, end: start + name.length, weight: 3 }];
    return [];
  }
  if (word.quoted && QUOTED_NAME.test(word.text)) {
    const [start, end] = [word.start + 1, word.end - 1];
    if (isStandIn(text.slice(start, end))) return [];
    return [{ text: text.slice(start, end), start, end, weight: 3 }];
  }
  if (word.quoted && hasBlank(word.text)) {
    const inner = wordsOf(text, word.start + 1, word.end - 1);
    return inner.flatMap((part) => (isOperator(part.text) ? [] : argumentsOf(text, part, base, tool)));
  }
  return pieces(word).flatMap((piece) => {
    const weight = weightOf(piece.text, tool);
    return weight === 0 ? [] : [{ ...apart(text, piece), weight: Math.max(weight, Math.min(base, 2)) }];
  });
}

/** A very short sub-command keeps the blanks around it; otherwise it would match inside other words. */
function apart(text: string, piece: Piece): Piece {
  if (piece.text.length > 3 || text[piece.start - 1] !== ' ' || text[piece.end] !== ' ') return piece;
  return { text: ` ${piece.text} `, start: piece.start - 1, end: piece.end + 1 };
}

interface Piece extends Span {
  readonly text: string;
}

const pieceAt = (text: string, start: number): Piece => ({ text, start, end: start + text.length });

/** What stands between the pieces of a word. */
const BETWEEN_PIECES = `${BLANKS}${QUOTES},;()|&{}`;
/** An option with its value. */
const ASSIGNMENT = /^([-/]{1,2}[\w-]{2,}[:=])(.+)$/;

/** Splits a word without its quotes and brackets at commas and at the `=` and `:` of options, and cuts paths to their file name. */
function pieces(word: Word): readonly Piece[] {
  return stretchesWithout(word.text, BETWEEN_PIECES).flatMap(({ text, start }) => partsOf(text, word.start + start));
}

/** An option and its value, or a value alone; addresses and placeholders, which are not the actor's, are left out. */
function partsOf(written: string, at: number): readonly Piece[] {
  // A word processor turned the dash of the option into a longer one.
  const part = opensWith(written, '–—') && isLetter(written[1]) ? `-${written.slice(1)}` : written;
  const isLeftOut = ADDRESS.test(part) || PLACEHOLDER().test(part);
  const [, option, value = ''] = ASSIGNMENT.exec(part) ?? [];
  if (option === undefined) return isLeftOut ? [] : namesIn(part, at);
  const named = pieceAt(option, at);
  return isLeftOut || isVictims(option) ? [named] : [named, ...namesIn(value, at + option.length)];
}

/** The name that a value has: a path's last part, a key without its hive; none for the victim's host. */
function namesIn(value: string, at: number): readonly Piece[] {
  const part = trimEndOf(value, '\\');
  if (part.startsWith('\\\\') && isMadeOf(part.slice(2), '.-')) return [];
  const hive = /^(?:HKEY_\w+|HK(?:LM|CU|CR|U)):?(?=\\)/i.exec(part)?.[0];
  if (hive !== undefined) return [pieceAt(part.slice(hive.length), at + hive.length)];
  const slash = lastSeparator(part);
  const from = slash > 0 && slash < part.length - 3 ? slash : 0;
  const name = trimEndOf(part.slice(from), '.\\');
  return name === '' ? [] : [pieceAt(name, at + from)];
}

/** The last separator of a path; -1 for options and for anything that is not a path. */
function lastSeparator(part: string): number {
  const back = part.lastIndexOf('\\');
  if (back > 0) return part[back - 1] === '\\' ? back : back;
  if (/^\/(?:tmp|var|dev|opt|root|home|etc|srv|usr\/local)\/[\w./+-]{1,60}$/.test(part)) return -1;
  if (/^(?:\/|~\/|\.\/)[\w.-]+\//.test(part)) return part.lastIndexOf('/');
  return -1;
}

function weightOf(text: string, tool: string): number {
  const lower = text.toLowerCase();
  if (toolOf(tool)?.verbs?.has(lower) === true) return 2;
  if (isContent(text) || isGeneric(text, lower)) return 0;
  if (wordSet('everyday-option-values').has(lower) || EVERY_LIBRARY().test(lower)) return 1;
  return weightOfShape(text);
}

/** Whether a part is what a command carries, and no name: a hash, an encoded text, a variable, a format, a number, a pattern. */
function isContent(text: string): boolean {
  const isHash = text.length >= 32 && text.length <= 64 && isAll(text, isHexDigit);
  if (isHash || isTechnique(withoutFirst(text, '[')) || opensWith(text, '$+')) return true;
  if (text.length > 80 || (text.length >= 60 && isAll(text.replaceAll('=', ''), isOfBase64))) return true;
  return !hasLetter(text) || hasAny(text, '*?') || FORMAT.test(text);
}

/** Whether a text begins with the id of a technique: `T1059`. */
const isTechnique = (text: string): boolean => text[0] === 'T' && text.length > 4 && isNumber(text.slice(1, 5));

/** Whether a part is in thousands of commands: a short option, a stand-in, a common folder. */
function isGeneric(text: string, lower: string): boolean {
  if (text.length < 3 || GENERIC_OPTIONS.has(lower) || PLACEHOLDER().test(text)) return true;
  return isStandIn(text) || hasStandIn(text) || CAPITAL_STAND_INS.has(text) || FOLDER_OR_ENDING().test(lower);
}

const CAPITAL_STAND_INS: ReadonlySet<string> = new Set(['FILENAME', 'PATH', 'NAME']);

/** Whether a text is a path of Unix with a folder and what lies in it. */
function isUnixPath(text: string): boolean {
  const slash = text.indexOf('/', 1);
  return text.startsWith('/') && slash > 1 && slash < text.length - 1 && isMadeOf(text, './+-');
}

/** Whether a text is an option without a file's name in it: `-enc`, `/domain`. */
function isOptionAlone(text: string): boolean {
  return opensWith(text, '-/') && isLetter(text[skip(text, 0, oneOf('-/'), 2)]) && !hasAny(text, '\\.');
}

/** How specific a part is by what it looks like. */
function weightOfShape(text: string): number {
  if (isUnixPath(text)) return startsWithAny(text, ['/bin/', '/sbin/', '/usr/bin/', '/usr/sbin/']) ? 1 : 3;
  if (text.startsWith('%') && text.endsWith('%') && isMadeOf(text.slice(1, -1), '')) return 0;
  if (isOptionAlone(text)) return text.length < 4 ? 1 : 2;
  const ending = endingOf(text).length;
  if ((ending >= 2 && ending <= 4) || isOfCode(text) || text.includes('\\')) return 3;
  return isLetter(text[0]) && isMadeOf(text.slice(1), '.-') ? 2 : 1;
}

function dedupe(found: readonly TellingArgument[]): readonly TellingArgument[] {
  const seen = new Set<string>();
  return found.filter((argument) => {
    const key = argument.text.toLowerCase();
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
