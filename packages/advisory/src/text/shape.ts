import { isAnyLetterOrDigit, isBlank, isDigit, isLetter, isWordCharacter } from './characters.js';

/** Whether a text has one of some characters. */
export function hasAny(text: string, characters: string): boolean {
  for (let at = 0; at < characters.length; at += 1) if (text.includes(characters.charAt(at))) return true;
  return false;
}

/** Whether a text has one of some parts, letter for letter. */
export function hasAnyPart(text: string, parts: readonly string[]): boolean {
  return parts.some((part) => text.includes(part));
}

/** Whether a text has white space. */
export function hasBlank(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (isBlank(text.charAt(at))) return true;
  return false;
}

/** Whether a text has a digit. */
export function hasDigit(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (isDigit(text.charAt(at))) return true;
  return false;
}

/** Whether a text has a letter of ASCII. */
export function hasLetter(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (isLetter(text.charAt(at))) return true;
  return false;
}

/** Whether a text is letters of ASCII, digits and underscores, and the characters given, and nothing else; one at least. */
export function isMadeOf(text: string, others: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (!isWordCharacter(character) && !others.includes(character)) return false;
  }
  return text !== '';
}

/** Whether a text is digits alone, one at least. */
export function isNumber(text: string): boolean {
  return isWithin(text, 0, DIGITS);
}

/** Whether a text begins with a capital of ASCII. */
export function startsWithCapital(text: string): boolean {
  return isOneOf(text, 0, CAPITALS);
}

/** Whether a text begins with a small letter of ASCII. */
export function startsWithSmall(text: string): boolean {
  return isOneOf(text, 0, SMALL);
}

/** Whether a text begins with a capital and a small letter, as a name does. */
export function startsAsName(text: string): boolean {
  return startsWithCapital(text) && isOneOf(text, 1, SMALL);
}

/** Whether a word is a capital and then small letters, one at least: `Windows`. */
export function isCapitalised(word: string): boolean {
  return startsWithCapital(word) && isWithin(word, 1, SMALL);
}

/** Whether a word is small letters of ASCII alone, one at least. */
export function isSmall(word: string): boolean {
  return isWithin(word, 0, SMALL);
}

/** Whether a word is capitals of ASCII alone, one at least. */
export function isCapitals(word: string): boolean {
  return isWithin(word, 0, CAPITALS);
}

/** Whether a text has a small letter and a capital behind it, as names of code and of brands do: `WinUpdate`. */
export function hasHump(text: string): boolean {
  for (let at = 1; at < text.length; at += 1) if (isHumpAt(text, at)) return true;
  return false;
}

function isHumpAt(text: string, at: number): boolean {
  return isOneOf(text, at, CAPITALS) && isOneOf(text, at - 1, SMALL);
}

/** Whether a word is none of a language: it has a capital or a digit within it, or an underscore. */
export function isOfCode(word: string): boolean {
  return hasHump(word) || hasDigit(word) || word.includes('_');
}

/** The first and the last code of a class of characters. */
type Codes = readonly [number, number];
const DIGITS: Codes = [0x30, 0x39];
const CAPITALS: Codes = [0x41, 0x5a];
const SMALL: Codes = [0x61, 0x7a];

function isOneOf(text: string, at: number, [first, last]: Codes): boolean {
  const code = text.charCodeAt(at);
  return code >= first && code <= last;
}

function isWithin(text: string, from: number, codes: Codes): boolean {
  for (let at = from; at < text.length; at += 1) if (!isOneOf(text, at, codes)) return false;
  return text.length > from;
}

/** A text up to its first white space; empty where it begins with one. */
export function firstWord(text: string): string {
  let end = 0;
  while (end < text.length && !isBlank(text.charAt(end))) end += 1;
  return text.slice(0, end);
}

/** A text from behind its last white space on; empty where it ends with one. */
export function lastWord(text: string): string {
  let start = text.length;
  while (start > 0 && !isBlank(text.charAt(start - 1))) start -= 1;
  return text.slice(start);
}

/** The parts between stretches of white space, with an empty one before a leading and behind a trailing stretch. */
export function splitAtBlanks(text: string): string[] {
  return text.split(/\s+/);
}

/** A text with each stretch of white space as one blank. */
export function withSingleBlanks(text: string): string {
  return splitAtBlanks(text).join(' ');
}

/** Quotation marks of print, and those of a keyboard. */
const STRAIGHT = { '“': '"', '”': '"', '„': '"', '‘': "'", '’': "'" };

/** A text with the quotation marks of a keyboard in place of those of print. */
export function withStraightQuotes(text: string): string {
  return Object.entries(STRAIGHT).reduce((straight, [curly, typed]) => straight.replaceAll(curly, typed), text);
}

/** A text without its white space. */
export function withoutBlanks(text: string): string {
  return splitAtBlanks(text).join('');
}

/** A path with one backslash where several stand in a row, as in code that escapes them. */
export function withSingleBackslashes(path: string): string {
  let single = path;
  while (single.includes('\\\\')) single = single.replaceAll('\\\\', '\\');
  return single;
}

/** A text up to the first of some parts. */
export function upToAny(text: string, parts: readonly string[]): string {
  return parts.reduce((kept, part) => kept.split(part, 1)[0] ?? '', text);
}

/** The folders and the file of a path, with either separator. */
export function splitPath(path: string): string[] {
  return path.replaceAll('\\', '/').split('/');
}

/** A text as the source of an expression that matches it. */
export function literalPattern(text: string): string {
  return text.replace(/[\\^$.*|?+()[\]{}/]/g, '\\$&');
}

const ASCII = 128;
/** Which characters of ASCII part a text, by the characters that do. Few different ones are asked for. */
const parting = new Map<string, Uint8Array>();

function partingOf(characters: string): Uint8Array {
  const before = parting.get(characters);
  if (before !== undefined) return before;
  const made = Uint8Array.from({ length: ASCII }, (_, code) => Number(characters.includes(String.fromCharCode(code))));
  parting.set(characters, made);
  return made;
}

/** The stretches of a text that have none of some characters, with their places. */
export function stretchesWithout(text: string, characters: string): { text: string; start: number; end: number }[] {
  const parts = partingOf(characters);
  const found: { text: string; start: number; end: number }[] = [];
  let start = 0;
  for (let at = 0; at <= text.length; at += 1) {
    const code = text.charCodeAt(at);
    const isParted = code < ASCII ? parts[code] === 1 : characters.includes(text.charAt(at));
    if (at < text.length && !isParted) continue;
    if (at > start) found.push({ text: text.slice(start, at), start, end: at });
    start = at + 1;
  }
  return found;
}

/** A text with something else for each sign and what follows it up to the next one: `replace` gives both, or undefined where they stay. */
export function withEach(sign: string, text: string, replace: (behind: string) => string | undefined): string {
  const [before = '', ...behind] = text.split(sign);
  return before + behind.map((part) => replace(part) ?? sign + part).join('');
}

/** A text with a replacement for each tag of HTML that has so many characters at most. */
export function withTagsAs(replacement: string, text: string, most: number): string {
  return withEach('<', text, (behind) => {
    const end = behind.indexOf('>');
    return end < 0 || end > most ? undefined : replacement + behind.slice(end + 1);
  });
}

/** A text with a blank within each hump: `WinUpdate` as `Win Update`. */
export function withHumpsApart(text: string): string {
  let apart = '';
  let from = 0;
  for (let at = 1; at < text.length; at += 1) {
    if (!isHumpAt(text, at)) continue;
    apart += `${text.slice(from, at)} `;
    from = at;
  }
  return apart + text.slice(from);
}

/** The letters and digits of a text in lower case, of any alphabet. */
export function lettersOf(text: string): string {
  return [...text.toLowerCase()].filter(isAnyLetterOrDigit).join('');
}

/** The words of a text: stretches of letters, of any alphabet. */
export function lettersInWords(text: string): string[] {
  return text.match(/\p{L}+/gu) ?? [];
}

/** The lines of a text, whichever way they end. */
export function linesOf(text: string): string[] {
  return text.replaceAll('\r\n', '\n').replaceAll('\r', '\n').split('\n');
}

/** A text without the backslashes that escape the character behind them. */
export function unescaped(text: string): string {
  return text.replace(/\\(.)/g, '$1');
}

/** A word with its first letter as a capital; the others stay. */
export function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
