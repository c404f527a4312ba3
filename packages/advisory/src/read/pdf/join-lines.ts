import { cleanText } from '../clean-text.js';
import type { PdfLine } from './pdf-line.js';

const HASH_LENGTHS = new Set([32, 40, 64, 128]);

/** From this share of lines that end with a hyphen on, a document breaks its words; below, its hyphens are real. */
const HYPHENATION_SHARE = 0.03;

/**
 * Makes the function that joins the lines of a paragraph: words broken at a line's end made whole (as the rest of the
 * document writes them), hashes and URLs that ran over the edge put together, a blank between all others.
 *
 * @param fills Whether a line leaves no room for another character.
 */
export function lineJoiner(
  lines: readonly PdfLine[],
  fills: (line: PdfLine) => boolean,
): (group: readonly PdfLine[]) => string {
  const words = new Set<string>();
  let broken = 0;
  for (const { text } of lines) {
    if (/\p{Ll}-$/u.test(text)) broken += 1;
    for (const word of text.toLowerCase().match(/\p{L}[\p{L}-]*\p{L}/gu) ?? []) words.add(word);
  }
  const hyphenates = broken > lines.length * HYPHENATION_SHARE;

  const glue = (before: string, after: string): string => {
    const start = /\p{Ll}+$/u.exec(before.slice(0, -1))?.[0] ?? '';
    const rest = /^\p{Ll}+/u.exec(after)?.[0];
    const last = before.slice(before.lastIndexOf(' ') + 1);
    // The hyphen of an address or an identifier is its own, and so is the backslash of a path.
    const isTechnical = /[\d/\\_=.@]/.test(last) || /^[\w-]*[\d/\\_=@]/.test(after);
    if (/\w-$/.test(last) && isTechnical && /^\w/.test(after)) return before + after;
    if (/\\\S*\\$/.test(last)) return before + after;
    if (!before.endsWith('-') || start === '' || rest === undefined) return `${before} ${after}`;
    if (words.has(`${start}${rest}`)) return before.slice(0, -1) + after;
    if (words.has(`${start}-${rest}`) || !hyphenates) return before + after;
    return before.slice(0, -1) + after;
  };
  return (group) => {
    const texts = group.map((line) => cleanText(line.text));
    return texts.reduce((joined, next, at) => {
      const previous = group[at - 1];
      if (previous === undefined) return next;
      const goesOn =
        runsOver(joined, texts.slice(at, at + HASH_PIECES_MAX)) ||
        (fills(previous) && overflows(joined, previous, next));
      return goesOn ? joined + next : glue(joined, next);
    }, '');
  };
}

/** Whether a word too long for its line was broken between two characters: alone on the line, or an address. */
function overflows(joined: string, previous: PdfLine, next: string): boolean {
  const last = joined.slice(joined.lastIndexOf(' ') + 1);
  const first = /^\S+/.exec(next)?.[0] ?? '';
  if (last.length < 16 || !/[\d/\\._=&?%-]/.test(last) || SCHEME.test(first)) return false;
  if (!previous.text.includes(' ') && previous.text.length >= 16) return !/^\p{L}+[.,;:]?$/u.test(first);
  return SCHEME.test(last) && /[\d/_=&?%]/.test(first);
}

const SCHEME = /^["'(<]?(?:h..ps?|ftp):?\[?:?\]?\/\//i;

/** A SHA-512 in a narrow cell. */
const HASH_PIECES_MAX = 16;

/** Whether the last word of a line is a hash or URL that the next lines go on with. */
function runsOver(before: string, after: readonly string[]): boolean {
  const last = before.slice(before.lastIndexOf(' ') + 1);
  const first = /^\S+/.exec(after[0] ?? '')?.[0] ?? '';
  if (HEX.test(last) && HEX.test(first)) return isPartOfHash(last, after);
  if (/^\[[.:]\]/.test(first) || /\[[.:]\]$/.test(last)) return true; // a defanged dot
  if (!SCHEME.test(last) || SCHEME.test(first) || !/^[\w%./?=&#!;:~+,@-]{2,}$/.test(first)) return false;
  // An address may end with a slash and a word follow it; nothing ends with the other signs.
  return /[_=&?%-]$/.test(last) || (/[/.]$/.test(last) && /[\d/._=&?%-]\w/.test(first));
}

const HEX = /^[0-9a-f]{1,127}$/i;

/** Whether pieces add up to the length of a hash, which the first alone does not have. */
function isPartOfHash(last: string, after: readonly string[]): boolean {
  if (last.length < 8 || HASH_LENGTHS.has(last.length)) return false;
  let length = last.length;
  for (const line of after) {
    const piece = /^\S+/.exec(line)?.[0] ?? '';
    if (!HEX.test(piece)) return false;
    length += piece.length;
    if (HASH_LENGTHS.has(length)) return true;
    if (piece.length < line.length) return false;
  }
  return false;
}
