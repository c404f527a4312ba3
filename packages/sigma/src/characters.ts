/** What texts of the field are made of: names, numbers and words in ASCII, whatever their letter case. A character is one UTF-16 unit. */

const isBetween = (character: string, first: string, last: string): boolean => character >= first && character <= last;

/** Whether a character is `0` to `9`. */
export const isDigit = (character: string): boolean => isBetween(character, '0', '9');

/** Whether a character is `a` to `z` or `A` to `Z`. */
export const isLetter = (character: string): boolean =>
  isBetween(character, 'a', 'z') || isBetween(character, 'A', 'Z');

/** Whether a character is a letter, a digit or an underscore. */
export const isWordCharacter = (character: string): boolean =>
  isLetter(character) || isDigit(character) || character === '_';

const isHexDigit = (character: string): boolean =>
  isDigit(character) || isBetween(character, 'a', 'f') || isBetween(character, 'A', 'F');

/** Whether a text has a character, and each is one that is asked for. */
function isMadeOf(text: string, fits: (character: string) => boolean): boolean {
  for (let at = 0; at < text.length; at++) if (!fits(text[at] as string)) return false;
  return text !== '';
}

/** Whether a text is digits alone. */
export const isDigits = (text: string): boolean => isMadeOf(text, isDigit);

/** Whether a text is hexadecimal digits alone. */
export const isHex = (text: string): boolean => isMadeOf(text, isHexDigit);

/** Whether a text is word characters alone, or these further ones. */
export const isWords = (text: string, more = ''): boolean =>
  isMadeOf(text, (character) => isWordCharacter(character) || more.includes(character));

/** Whether a text is letters of ASCII alone. */
export const isLetters = (text: string): boolean => isMadeOf(text, isLetter);

/** Whether a text is made of these characters alone. */
export const hasOnly = (text: string, characters: string): boolean =>
  isMadeOf(text, (character) => characters.includes(character));

/** Whether a text is printable ASCII alone, blanks included. */
export const isPrintable = (text: string): boolean => isMadeOf(text, (character) => isBetween(character, ' ', '~'));

/** Whether a text is a name: it begins with a letter or an underscore, and the rest is word characters or these further ones. */
export const isName = (text: string, more = ''): boolean =>
  isWords(text, more) && isWords(text.charAt(0)) && !isDigit(text.charAt(0));

/** A text with one ending less, where it has that. */
export const withoutEnd = (text: string, end: string): string =>
  text.endsWith(end) ? text.slice(0, text.length - end.length) : text;

/** A text with one beginning less, where it has that. */
export const withoutStart = (text: string, start: string): string =>
  text.startsWith(start) ? text.slice(start.length) : text;

/** The parts of a text that stand between any of these characters; empty ones too. */
export function partsBetween(text: string, characters: string): readonly string[] {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (!characters.includes(text[at] as string)) continue;
    parts.push(text.slice(from, at));
    from = at + 1;
  }
  return [...parts, text.slice(from)];
}

/** The whole number that a text spells in at most 15 digits, or in hexadecimal ones (`0x1F`, at most 12); undefined for any other text. */
export function numberSpelled(text: string): number | undefined {
  const lower = text.toLowerCase();
  const digits = withoutStart(lower, '0x');
  const fits = digits === lower ? isDigits(text) && text.length <= 15 : isHex(digits) && digits.length <= 12;
  return fits ? Number(lower) : undefined;
}

/** A text with each stretch of white space as one blank, and none at its ends. */
export const withSingleBlanks = (text: string): string => text.split(/\s+/).join(' ').trim();

/** A text without one character at its beginning and one at its end, where these are among those given. */
export function withoutAround(text: string, characters: string): string {
  const start = text !== '' && characters.includes(text.charAt(0)) ? 1 : 0;
  const end = text.length > start && characters.includes(text.charAt(text.length - 1)) ? text.length - 1 : text.length;
  return text.slice(start, end);
}

/** A text in which each of these characters has a backslash before it. */
export function escaped(text: string, characters: string): string {
  let written = '';
  for (const character of text) written += characters.includes(character) ? `\\${character}` : character;
  return written;
}

/** A text in which each character that is neither a word character nor one of these is an underscore. */
export function withUnderscores(text: string, kept = ''): string {
  let written = '';
  for (const character of text.split('')) written += isWords(character, kept) ? character : '_';
  return written;
}

/** The letters and digits of a text in lower case; whatever stands between two of them is one separator. */
export function slugOf(text: string, separator: string): string {
  const lower = text.toLowerCase();
  let slug = '';
  for (let at = 0; at < lower.length; at++) {
    const character = lower[at] as string;
    if (isBetween(character, 'a', 'z') || isDigit(character)) slug += character;
    else if (slug !== '' && !slug.endsWith(separator)) slug += separator;
  }
  return withoutEnd(slug, separator);
}

/** A text with letters that have marks (`é`) as plain ones, as far as Unicode takes them apart. */
export const unaccented = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '');

/** A text on one line: whatever is white space or a control character is one blank. */
export const onOneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ');

/** Whether a text is a UUID, in any letter case. */
export function isUuid(text: string): boolean {
  const parts = text.split('-');
  return parts.map(({ length }) => length).join() === '8,4,4,4,12' && parts.every(isHex);
}
