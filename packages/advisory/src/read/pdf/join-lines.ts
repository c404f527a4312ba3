import { isAnyLetter, isAnySmallLetter, isDigit, isHexDigit, isWordCharacter } from '../../text/characters.js';
import { closesWith, endsWithAny, opensWith, startsWithAny, withoutLast } from '../../text/ends.js';
import { firstWord, hasAny, hasDigit, isMadeOf, lastWord } from '../../text/shape.js';
import { hasPair, isAll, leading, trailing } from '../../text/stretches.js';
import { cleanText } from '../clean-text.js';
import type { PdfLine } from './pdf-line.js';

const HASH_LENGTHS = new Set([32, 40, 64, 128]);

/** From this share of lines ending in a hyphen, the document hyphenates words; below it, hyphens are real ones. */
const HYPHENATION_SHARE = 0.03;

/**
 * Makes a function that joins the lines of a paragraph: hyphenated words are restored (as the rest of the document writes them), hashes and
 * URLs that ran over the edge are joined, and all other lines are joined with a blank.
 *
 * @param fills Whether a line has no room for another character.
 */
export function lineJoiner(
  lines: readonly PdfLine[],
  fills: (line: PdfLine) => boolean,
): (group: readonly PdfLine[]) => string {
  const words = new Set<string>();
  let broken = 0;
  for (const { text } of lines) {
    if (endsHyphenated(text)) broken += 1;
    for (const word of text.toLowerCase().match(/\p{L}[\p{L}-]*\p{L}/gu) ?? []) words.add(word);
  }
  const hyphenates = broken > lines.length * HYPHENATION_SHARE;

  /** What goes between a line that ends with `last` and the next: a blank, nothing, or nothing and the hyphen is removed. */
  const joint = (last: string, after: string): ' ' | '' | 'unhyphenated' => {
    const start = trailing(last.slice(0, -1), isAnySmallLetter);
    const rest = leading(after, isAnySmallLetter);
    // The hyphen of an address or an identifier is part of it, and so is the backslash of a path.
    const isTechnical = hasDigit(last) || hasAny(last, '/\\_=.@') || opensWithIdentifier(after);
    if (last.endsWith('-') && isWordCharacter(last.at(-2)) && isTechnical && isWordCharacter(after[0])) return '';
    if (endsWithinPath(last)) return '';
    if (!last.endsWith('-') || start === '' || rest === '') return ' ';
    if (words.has(`${start}${rest}`)) return 'unhyphenated';
    return words.has(`${start}-${rest}`) || !hyphenates ? '' : 'unhyphenated';
  };
  return (group) => {
    const texts = group.map((line) => cleanText(line.text));
    const inHash = hashPieces(texts);
    const parts: string[] = [];
    let last = ''; // the last word so far: looking at the end of one growing text copies it every time
    for (const [at, next] of texts.entries()) {
      const previous = group[at - 1];
      let between: ' ' | '' | 'unhyphenated' = '';
      if (previous !== undefined) {
        const goesOn = inHash.has(at) || runsOver(last, next) || (fills(previous) && overflows(last, previous, next));
        between = goesOn ? '' : joint(last, next);
      }
      if (between === 'unhyphenated') parts.push((parts.pop() ?? '').slice(0, -1));
      parts.push(between === ' ' ? ' ' : '', next);
      const space = next.lastIndexOf(' ');
      last = space < 0 && between !== ' ' ? (last + next).slice(-WORD_CHARACTERS_MAX) : next.slice(space + 1);
    }
    return parts.join('');
  };
}

/** Whether a line ends within a word that a hyphen divides. */
export const endsHyphenated = (text: string): boolean => text.endsWith('-') && isAnySmallLetter(text.at(-2));

/** Whether a line ends within a path: with a backslash, in a word that has another before it. */
export function endsWithinPath(line: string): boolean {
  const word = lastWord(line);
  return word.endsWith('\\') && word.indexOf('\\') < word.length - 1;
}

/** Whether a line begins with a word that has a digit or a sign of addresses, paths and assignments. */
function opensWithIdentifier(line: string): boolean {
  const name = leading(line, (character) => isWordCharacter(character) || character === '-');
  return hasDigit(name) || name.includes('_') || opensWith(line.slice(name.length), '/\\=@');
}

/** Of longer words the end is enough. */
const WORD_CHARACTERS_MAX = 4096;

/** Whether a word too long for its line was broken between two characters: it is alone on the line, or an address. */
function overflows(last: string, previous: PdfLine, next: string): boolean {
  const first = firstWord(next);
  if (last.length < 16 || !(hasDigit(last) || hasAny(last, '/\\._=&?%-')) || SCHEME.test(first)) return false;
  if (!previous.text.includes(' ') && previous.text.length >= 16)
    return !isAll(withoutLast(first, '.,;:'), isAnyLetter);
  return SCHEME.test(last) && (hasDigit(first) || hasAny(first, '/_=&?%'));
}

const DEFANGED = ['[.]', '[:]'] as const;
const SCHEME = /^["'(<]?(?:h..ps?|ftp):?\[?:?\]?\/\//i;

/** Whether the last word of a line is an address that continues on the next line. */
function runsOver(last: string, after: string): boolean {
  const first = firstWord(after);
  if (startsWithAny(first, DEFANGED) || endsWithAny(last, DEFANGED)) return true; // a defanged dot
  if (!SCHEME.test(last) || SCHEME.test(first) || first.length < 2 || !isMadeOf(first, OF_ADDRESSES)) return false;
  // An address may end with a slash before another word; no address ends with the other signs.
  return closesWith(last, '_=&?%-') || (closesWith(last, '/.') && hasPair(first, isWithinAddress, isWordCharacter));
}

const OF_ADDRESSES = '%./?=&#!;:~+,@-';
const isWithinAddress = (character: string): boolean => isDigit(character) || '/._=&?%-'.includes(character);

const HASH_PIECE_MIN = 8;
const isHashPiece = (word: string): boolean => word.length < 128 && isAll(word, isHexDigit);

/** The last line of the hash that begins at the end of a line; that line itself where none does. */
function lastPiece(texts: readonly string[], at: number): number {
  const line = texts[at] ?? '';
  const first = line.slice(line.lastIndexOf(' ') + 1);
  if (!isHashPiece(first) || first.length < HASH_PIECE_MIN || HASH_LENGTHS.has(first.length)) return at;
  let end = at;
  let length = first.length;
  for (let next = at + 1; next < texts.length && length < 128; next += 1) {
    const text = texts[next] ?? '';
    const piece = firstWord(text);
    if (!isHashPiece(piece)) break;
    length += piece.length;
    if (HASH_LENGTHS.has(length)) end = next;
    if (piece.length !== first.length && next > at + 1) break;
    if (piece.length < text.length) break;
  }
  return end;
}

/** The lines that continue a hash: pieces of one width, the last one shorter or equal, whose lengths add up to a hash's length. */
function hashPieces(texts: readonly string[]): ReadonlySet<number> {
  const found = new Set<number>();
  let at = 0;
  while (at < texts.length) {
    const end = lastPiece(texts, at);
    for (let next = at + 1; next <= end; next += 1) found.add(next);
    at = end + 1;
  }
  return found;
}
