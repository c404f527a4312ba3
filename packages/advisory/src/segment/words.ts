import { wordSet } from '../knowledge/load.js';
import { isBlank, isDigit, isLetter, isSmallLetter, isWordCharacter, placesOf } from '../text/characters.js';
import { OPENING_QUOTES, opensWith, startsWithAny, trimEndOf } from '../text/ends.js';
import {
  hasAny,
  hasDigit,
  hasLetter,
  isCapitalised,
  isMadeOf,
  isNumber,
  isSmall,
  splitAtBlanks,
  startsWithCapital,
  startsWithSmall,
} from '../text/shape.js';
import { type CharacterClass, isAll, oneOf, skip } from '../text/stretches.js';
import { toolOf } from './programs.js';

/** Text between white space, or a quoted part with its quotes. */
export interface Word {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Whether the whole word is one quoted argument. */
  readonly quoted: boolean;
}

/** Closing marks of a quotation. Word processors and scrapes mix straight and curly ones. */
const CLOSING: Readonly<Record<string, string>> = { '"': '"”', "'": "'’", '“': '”"', '”': '”"', '‘': "’'", '`': '`' };
/** Longer quoted arguments are split at white space like other text, so that a stray quote cannot swallow a page. */
const QUOTED_MAX = 1200;

/**
 * Splits text into words as a shell would, keeping offsets. A quote at the beginning of a word runs to its closing mark on the same line;
 * an unclosed one is an ordinary character. Escaped quotes (`\"`) do not close.
 */
export function wordsOf(text: string, from = 0, to = text.length): readonly Word[] {
  const words: Word[] = [];
  let at = from;
  while (at < to) {
    if (isBlank(text[at])) {
      at += 1;
      continue;
    }
    const start = at;
    let quoted = false;
    const behind = behindJoin(text, at, to);
    if (behind > at) {
      words.push({ start, end: behind, text: text.slice(start, behind), quoted });
      at = behind;
      continue;
    }
    while (at < to && !isBlank(text[at]) && behindJoin(text, at, to) === at) {
      const close = CLOSING[text[at] as string];
      const end = close === undefined || !opensQuote(text, start, at) ? -1 : closingQuote(text, at, close, to);
      if (end > 0) {
        quoted = at === start && (end + 1 >= to || endsQuoted(text.charAt(end + 1)));
        at = end + 1;
      } else {
        at += 1;
      }
    }
    words.push({ start, end: at, text: text.slice(start, at), quoted });
  }
  return words;
}

/** The place behind a sign that joins two programs without a blank (`whoami&hostname`); the place itself where none stands there. */
function behindJoin(text: string, at: number, to: number): number {
  const sign = text[at];
  if (sign !== '&' && sign !== '|') return at;
  const behind = text[at + 1] === sign ? at + 2 : at + 1;
  const end = skip(text, behind, isOfProgram, PROGRAM_MAX);
  const isEnd = end >= to || isBlank(text[end]) || '&|"'.includes(text.charAt(end));
  return end > behind && isEnd && toolOf(text.slice(behind, end)) !== undefined ? behind : at;
}

const PROGRAM_MAX = 40;
const isOfProgram: CharacterClass = (character) => isWordCharacter(character) || character === '.';

/** Whether a character may follow a quoted argument: nothing, white space, or punctuation. */
function endsQuoted(character: string): boolean {
  return character === '' || isBlank(character) || ',.;:)]'.includes(character);
}

/** Whether a quote opens here: at the word's beginning or after `=`, `:`, `(`, `,` and the like. Inside a word it is an apostrophe. */
function opensQuote(text: string, start: number, at: number): boolean {
  return at === start || '=:(,[{/'.includes(text.charAt(at - 1)) || (text[at - 1] === '\\' && at - 1 === start);
}

function closingQuote(text: string, open: number, close: string, to: number): number {
  const limit = Math.min(to, open + QUOTED_MAX);
  const escaped = text[open - 1] === '\\';
  for (let at = open + 1; at < limit; at += 1) {
    const char = text[at];
    if (char === '\n') return -1;
    // A sentence that begins inside means that the quote was never closed.
    if (char === '.' && isBlank(text[at + 1]) && beginsSentence(text.slice(at + 1, at + 40))) return -1;
    if (!close.includes(char as string)) continue;
    if ((text[at - 1] === '\\' && text[at - 2] !== '\\') !== escaped) {
      // A path that ends in a backslash before its closing quote is not an escape.
      if (!escaped && !hasAny(text.slice(at + 1, limit), close)) return at;
      continue;
    }
    // An apostrophe inside a word ("isn't") does not close a quotation.
    if (char === "'" || char === '’') {
      if (isWordCharacter(text[at + 1]) && isWordCharacter(text[at - 1])) continue;
    }
    return at;
  }
  return -1;
}

/** Whether the text behind a full stop and a blank is a sentence's first two words: a capital with small letters, and a word in small letters. */
function beginsSentence(text: string): boolean {
  const [, first = '', second = ''] = splitAtBlanks(text);
  return startsWithCapital(first) && skip(first, 1, isSmallLetter) === first.length && startsWithSmall(second);
}

/** Whether a word occurs in sentences and not in command lines. Letter case counts: `AND` is an operator. */
export function isFunctionWord(word: string): boolean {
  return (
    wordSet('function-words').has(word) || (isCapitalised(word) && wordSet('function-words').has(word.toLowerCase()))
  );
}

/**
 * Whether a word is ordinary English, in small letters or capitalised as at the beginning of a sentence. Commands have such words too, as
 * values.
 */
export function isProseWord(word: string): boolean {
  if (!isSmall(word) && !isCapitalised(word)) return false;
  const lower = word.toLowerCase();
  return wordSet('function-words').has(lower) || wordSet('prose-words').has(lower);
}

/** Words of prose with a slash. */
const ALTERNATIVES: ReadonlySet<string> = new Set(['and/or', 'his/her', 'he/she']);
/** How keys of the registry begin. */
export const HIVES = ['HKLM', 'HKCU', 'HKCR', 'HKU', 'HKEY_'] as const;

/** Whether a word looks like an argument rather than prose: an option, a path, an address, a variable, an assignment, a placeholder … */
export function isArgument(word: string): boolean {
  if (opensWith(word, OPENING_QUOTES) || isSwitch(word) || isPlaceholder(word) || isAddress(word)) return true;
  return isPathLike(word) || isNumeral(word) || hasFileEnding(word) || isExportOfFile(word);
}

/** Whether a word is a library with the function to call in it: `heron.dll,Start`, `heron.dll,#1`. */
function isExportOfFile(word: string): boolean {
  const comma = word.indexOf(',');
  return comma > 0 && comma < word.length - 1 && hasFileEnding(word.slice(0, comma));
}

/** Whether a character can begin an option; word processors turn a hyphen into a dash. */
export const isOptionMark: CharacterClass = (character) => '-–—/+'.includes(character) && character !== '';

/** Whether a character can be the first of an option's name. */
export function isOptionLetter(character: string | undefined): boolean {
  return isLetter(character) || character === '?';
}

function isSwitch(word: string): boolean {
  if (isOptionMark(word.charAt(0)) && isOptionLetter(word[1])) return true;
  if (isOptionMark(word.charAt(0)) && word[1] === '-' && isSmallLetter(word[2])) return true;
  return word[0] === '-' && word.length < 4 && isNumber(word.slice(1));
}

/** Whether a word has signs that stand for something else, as variables and patterns have. */
function isPlaceholder(word: string): boolean {
  return (opensWith(word, '<[{%$@*~#') && word.length > 1) || hasAny(word, '\\=%$<>{}|^*');
}

const SCHEMES: ReadonlySet<string> = new Set(['http', 'https', 'hxxp', 'hxxps', 'ftp', 'ldap']);

/** Whether a word is an address, or a name with a port or the like behind a colon. */
function isAddress(word: string): boolean {
  const colon = word.indexOf(':');
  if (colon < 0) return false;
  const [name, behind] = [word.slice(0, colon), word.slice(colon + 1)];
  if (word.includes('://') || SCHEMES.has(name.toLowerCase())) return true;
  return isMadeOf(name, '.-') && isMadeOf(behind, '/\\.[]-') && !word.endsWith('.');
}

function isPathLike(word: string): boolean {
  return (hasInnerSlash(word) && !ALTERNATIVES.has(word)) || startsWithAny(word, HIVES);
}

function hasInnerSlash(word: string): boolean {
  return placesOf(word, '/').some((at) => isWordCharacter(word[at - 1]) && isWordCharacter(word[at + 1]));
}

const isOfNumber: CharacterClass = (character) => isDigit(character) || '.,:'.includes(character);
/** Shorter words of letters and digits are names. */
const IDENTIFIER_MIN = 10;

/** Whether a word is a number, or long and of letters and digits as an identifier is. */
function isNumeral(word: string): boolean {
  if (isDigit(word[0]) && isAll(word, isOfNumber)) return true;
  return word.length >= IDENTIFIER_MIN && isMadeOf(word, '') && hasDigit(word) && hasLetter(word);
}

function hasFileEnding(word: string): boolean {
  const name = trimEndOf(word, '),.;:\'"”’');
  const point = name.lastIndexOf('.');
  return point >= 0 && wordSet('file-endings').has(name.slice(point + 1).toLowerCase());
}

const JOINS: ReadonlySet<string> = new Set(['|', '||', '&', '&&', ';']);
/** Redirections that have not the form of the others, and the shell's mark that a line goes on. */
const OTHER_OPERATORS: ReadonlySet<string> = new Set(['<', '<<', '&>', '2>/dev/null', '^']);

/** Whether a word stands between two programs of one line, and belongs to neither. */
export function joinsPrograms(word: string): boolean {
  return JOINS.has(word);
}

/** Whether a word joins commands or redirects one: the next word begins a command or names a file. */
export function isOperator(word: string): boolean {
  return JOINS.has(word) || OTHER_OPERATORS.has(word) || isRedirection(word);
}

/** Whether a word redirects one stream, perhaps into another: `>`, `2>>`, `2>&1`. */
function isRedirection(word: string): boolean {
  const sign = skip(word, 0, isDigit, 1);
  const behind = skip(word, sign, oneOf('>'), 2);
  return behind > sign && skip(word, skip(word, behind, oneOf('&'), 1), isDigit, 1) === word.length;
}
