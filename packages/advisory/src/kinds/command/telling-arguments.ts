import { isStandIn } from '../../draft/stand-in.js';
import { distinctBy } from '../../draft/text.js';
import { wordSet } from '../../knowledge/load.js';
import type { CommandProgram, Span } from '../../model.js';
import { aroundVariables, heldValue } from '../../segment/batch-variables.js';
import { isPowerShell, isShellsOwn } from '../../segment/programs.js';
import { isOperator, type Word, wordsOf } from '../../segment/words.js';
import { isDigit, isHexDigit, isLetter, isWordCharacter } from '../../text/characters.js';
import {
  BLANKS,
  closesWith,
  opensWith,
  QUOTES,
  trimEndOf,
  unquoted,
  withoutFirst,
  withoutLast,
} from '../../text/ends.js';
import { hasAny, hasBlank, isMadeOf, stretchesWithout } from '../../text/shape.js';
import { isAll, isOfBase64, oneOf, skip } from '../../text/stretches.js';
import { assignedLength, holesIn, isQuotedName, isQuotedPath, lastSeparator, quotedKey } from './argument-shapes.js';
import { isAddressOrPlaceholder, weightOf } from './argument-weights.js';
import { hiveOf } from './path-starts.js';

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

/**
 * The arguments of a program that an experienced author would keep: sub-commands and long options, names of files, tasks and exports, and
 * paths on hosts. Not kept: addresses, placeholders, payloads (that at `payload`, which counts within the program, too) and one-letter options.
 */
export function commandParts(text: string, program: CommandProgram, payload?: Span): CommandParts {
  const tool = program.name;
  const shell = isShellsOwn(tool);
  const reader = new ArgumentReader(text, tool, shell);
  const found = program.arguments.flatMap((each) => switchesApart(each, tool)).flatMap((word) => reader.take(word));
  if (shell) {
    // A file name without a program would match wherever it is used.
    const end = program.start + program.head.length;
    found.unshift({ text: program.head, start: program.start, end, weight: 2 });
  }
  const holes = [
    ...holesIn(text, program),
    ...(payload === undefined ? [] : [{ start: program.start + payload.start, end: program.start + payload.end }]),
  ];
  const own = found.filter(({ start, end }) => !holes.some((hole) => start < hole.end && hole.start < end));
  return {
    tool,
    shell,
    arguments: distinctBy(own, ({ text }) => text.toLowerCase()),
    span: { start: program.start, end: program.end },
  };
}

const PASSWORD_SETTERS: ReadonlySet<string> = new Set(['net', 'net1']);

/** Reads the arguments of one program in their order. */
class ArgumentReader {
  /** Whether the word before was an operator behind which a program's name stands. */
  private headExpected = false;
  private redirected = false;
  private victims = false;
  private before = '';
  /** The words so far of a program that takes a password, without its options. */
  private readonly named: string[] = [];
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
    const isDescribed = isPowerShell(this.tool) && isEncodingOption(this.before) && !isPayload(word.text);
    this.before = word.text;
    if (isDescribed) return [];
    if (ofValue !== undefined) return [ofValue];
    if (this.isVictimsName(word) || this.isRedirection(word) || this.isPassword(word)) return [];
    if (isOperator(word.text)) {
      this.headExpected = !hasAny(word.text, '<>');
      return [];
    }
    const found = argumentsOf(this.text, word, this.headExpected ? 2 : 0, this.tool);
    this.headExpected = false;
    return wordSet('runs-addresses').has(this.tool) ? [...found, ...schemeOf(word)] : found;
  }

  /** `net user heron Passw0rd /add`: the password, which an intruder changes before anything else. */
  private isPassword(word: Word): boolean {
    if (!PASSWORD_SETTERS.has(this.tool) || opensWith(word.text, '/-')) return false;
    this.named.push(word.text.toLowerCase());
    return this.named.length === 3 && this.named[0] === 'user';
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

/** The option for an encoded script, in one of its longer spellings. */
export function isEncodingOption(text: string): boolean {
  const name = text.slice(1).toLowerCase();
  return opensWith(text, '-/–') && (name === 'enc' || (name.startsWith('enco') && isMadeOf(name, '')));
}

/** Whether the value of that option may be encoded text, and no words about it: `"Base64 encoded payload"`. */
const isPayload = (word: string): boolean => isAll(trimEndOf(unquoted(word), '=…'), isOfBase64);

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

/** Fewest characters of what a batch file's variable held. */
const HELD_MIN = 4;

function argumentsOf(text: string, word: Word, base: number, tool: string): readonly TellingArgument[] {
  const held = heldValue(text, word.text, word.start);
  if (held !== undefined) {
    const name = held.slice(Math.max(0, lastSeparator(held)));
    return name.length < HELD_MIN ? [] : [{ text: name, start: word.start, end: word.end, weight: 3 }];
  }
  const key = quotedKey(word.text);
  if (key !== undefined) {
    const parts = aroundVariables(key, word.start + word.text.indexOf(key));
    const telling = parts.filter((part) => [...part.text].some(isWordCharacter));
    return telling.map((part, at) => ({ ...part, weight: at === 0 ? 3 : 2 }));
  }
  if (isQuotedPath(word.text)) {
    const start = word.start + Math.max(1, word.text.lastIndexOf('\\', word.text.length - 3));
    const end = word.end - 1;
    const name = withoutLast(text.slice(start, end), '\\');
    if (name.length > 3 && !hasAny(name, '*?<>') && !name.startsWith('\\%') && !isStandIn(name))
      return [{ text: name, start, end: start + name.length, weight: 3 }];
    return [];
  }
  if (word.quoted && isQuotedName(word.text)) {
    const [start, end] = [word.start + 1, word.end - 1];
    if (isStandIn(text.slice(start, end))) return [];
    return [{ text: text.slice(start, end), start, end, weight: 3 }];
  }
  if (word.quoted && hasBlank(word.text)) {
    // What follows the closing quote belongs to the word: `"C:\\My Tools\\fen.dll",Start`.
    const inner = wordsOf(text, word.start + 1, word.end - (closesWith(word.text, QUOTES) ? 1 : 0));
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

/** Splits a word without its quotes and brackets at commas and at the `=` and `:` of options, and cuts paths to their file name. */
function pieces(word: Word): readonly Piece[] {
  return stretchesWithout(word.text, BETWEEN_PIECES).flatMap(({ text, start }) => partsOf(text, word.start + start));
}

/** An option and its value, or a value alone; addresses and placeholders, which are not the actor's, are left out. */
function partsOf(written: string, at: number): readonly Piece[] {
  // A word processor turned the dash of the option into a longer one.
  const part = opensWith(written, '–—') && isLetter(written[1]) ? `-${written.slice(1)}` : written;
  const name = part.slice(0, part.indexOf('=') + 1);
  if (wordSet('values-of-one-run').has(name.toLowerCase())) return [pieceAt(name, at)];
  const isLeftOut = isAddressOrPlaceholder(part);
  const length = assignedLength(part);
  if (length === 0) return isLeftOut ? [] : namesIn(part, at);
  const option = part.slice(0, length);
  const named = pieceAt(option, at);
  return isLeftOut || isVictims(option) ? [named] : [named, ...namesIn(part.slice(length), at + length)];
}

/** The name that a value has: a path's last part, a key without its hive; none for the victim's host. */
function namesIn(value: string, at: number): readonly Piece[] {
  const part = trimEndOf(value, '\\');
  if (part.startsWith('\\\\') && isMadeOf(part.slice(2), '.-')) return [];
  const hive = hiveOf(part);
  if (hive !== undefined) return [pieceAt(part.slice(hive.length), at + hive.length)];
  const slash = lastSeparator(part);
  const from = slash > 0 && slash < part.length - 3 ? slash : 0;
  const name = trimEndOf(part.slice(from), '.\\');
  return name === '' ? [] : [pieceAt(name, at + from)];
}
