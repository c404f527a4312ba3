import { isWordCharacter } from './characters.js';
import { isMadeOf } from './shape.js';
import { skipBack } from './stretches.js';

/** What counts as white space in an expression's `\s`, as characters. */
export const BLANKS =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';
/** Marks that open a quotation or close one, straight and curly. */
export const QUOTES = '"\'“”‘’`';
/** Marks that open a quotation. */
export const OPENING_QUOTES = '"\'“‘`';
/** Marks that close a quotation. */
export const CLOSING_QUOTES = '"\'”’`';
/** The mark that closes a quotation, by the one that opens it. */
export const CLOSING_OF: ReadonlyMap<string, string> = new Map(
  [...OPENING_QUOTES].map((opening, at) => [opening, CLOSING_QUOTES.charAt(at)]),
);
/** The same without the apostrophe, which stands in running text far more often than it opens a name. */
export const CLOSING_OF_NAMES: ReadonlyMap<string, string> = new Map(
  [...CLOSING_OF].filter(([opening]) => opening !== "'"),
);

/** Longest name of a variable. */
const VARIABLE_MAX = 12;

/** A text without the characters at its beginning that are among those given. */
export function trimStartOf(text: string, characters: string): string {
  let start = 0;
  while (start < text.length && characters.includes(text.charAt(start))) start += 1;
  return start === 0 ? text : text.slice(start);
}

/** A text without the characters at its end that are among those given. */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return end === text.length ? text : text.slice(0, end);
}

/** A text without its first character where that is among those given. */
export function withoutFirst(text: string, characters: string): string {
  return opensWith(text, characters) ? text.slice(1) : text;
}

/** A text without its last character where that is among those given. */
export function withoutLast(text: string, characters: string): string {
  return closesWith(text, characters) ? text.slice(0, -1) : text;
}

/** A word without the quotation marks and brackets around it. */
export function unquoted(word: string): string {
  return trimEndOf(trimStartOf(word, `${QUOTES}(`), `${QUOTES})`);
}

/** Whether a text's first character is among those given. */
export function opensWith(text: string, characters: string): boolean {
  return text !== '' && characters.includes(text.charAt(0));
}

/** Whether a text's last character is among those given. */
export function closesWith(text: string, characters: string): boolean {
  return text !== '' && characters.includes(text.charAt(text.length - 1));
}

/** Whether a path has a folder behind one of some beginnings, which are given without their slash: `/usr/bin`, `~/x/y`. */
export function startsWithFolder(path: string, starts: readonly string[]): boolean {
  const [start = '', folder = '', rest] = path.split('/', 3);
  return rest !== undefined && starts.includes(start) && isMadeOf(folder, '.-');
}

/** Whether a text ends with a variable and the equals sign before its value: `$s1 = `. */
export function endsWithAssignment(text: string): boolean {
  const assigned = trimEndOf(text, BLANKS);
  const variable = trimEndOf(assigned.slice(0, -1), BLANKS);
  const name = skipBack(variable, variable.length, isWordCharacter, VARIABLE_MAX);
  return assigned.endsWith('=') && variable[name - 1] === '$';
}

/** Whether a text begins with one of some texts, letter for letter. */
export function startsWithAny(text: string, starts: readonly string[]): boolean {
  return starts.some((start) => text.startsWith(start));
}

/** Whether a text ends with one of some texts, letter for letter. */
export function endsWithAny(text: string, endings: readonly string[]): boolean {
  return endings.some((ending) => text.endsWith(ending));
}

/** A text without an ending, once, in any letter case. The ending is given in lower case. */
export function withoutEnding(text: string, ending: string): string {
  return hasEnding(text, ending) ? text.slice(0, -ending.length) : text;
}

/** Whether a text ends with another in any letter case. The ending is given in lower case. */
export function hasEnding(text: string, ending: string): boolean {
  return text.length >= ending.length && text.slice(-ending.length).toLowerCase() === ending;
}

/** The ending of a file's name: letters and digits behind its last point; empty where it has none. */
export function endingOf(name: string): string {
  const point = name.lastIndexOf('.');
  let end = point + 1;
  while (isWordCharacter(name[end])) end += 1;
  return point >= 0 && end === name.length ? name.slice(point + 1) : '';
}

/** What stands behind the last full stop of a name, in lower case; the whole name where it has none. */
export function lowerEnding(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase();
}

/** A file's name without its ending; itself where it has none. */
export function withoutFileEnding(name: string): string {
  const ending = endingOf(name);
  return ending === '' ? name : name.slice(0, -ending.length - 1);
}

/** Whether a name is of a program of Windows: it ends in `.exe`, in any letter case. */
export function isExe(name: string): boolean {
  return hasEnding(name, '.exe');
}
