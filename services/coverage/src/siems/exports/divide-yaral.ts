import { isBlank } from './json-scan.js';
import type { SharedBytes, StoredFile } from './stored-files.js';
import { inPieces, type TextPieces, type TextPlace } from './text-pieces.js';

const [NEWLINE, QUOTE, STAR, SLASH, BACKSLASH, BACKTICK, OPEN, CLOSE] = [10, 34, 42, 47, 92, 96, 123, 125];

/** Divides a file of YARA-L into its rules, each with what stands before it, as `splitYaral` finds them in a text. */
export function divideYaral(bytes: SharedBytes, { from: begin, name, to }: StoredFile): NonNullable<TextPieces> {
  const within = bytes.subarray(0, to);
  const texts: TextPlace[] = [];
  let depth = 0;
  let from = begin;
  let before = 0;
  for (let at = begin; at < to; at++) {
    const byte = within[at] as number;
    if (byte === QUOTE || byte === BACKTICK || byte === SLASH) at = Math.max(at, endOfQuoted(within, at) - 1);
    else if (byte === OPEN) depth++;
    else if (byte === CLOSE && depth > 0 && --depth === 0) {
      const end = at + 1;
      texts.push({ before, at: [{ from, to: end }] });
      for (; from < to && (from < end || isBlank(within[from] as number)); from++)
        if (within[from] === NEWLINE) before++;
    }
  }
  return inPieces(texts, (text) => `${name}:${text.before + 1}`);
}

/** Where a string, an expression or a comment that begins at `at` ends; `at` where none does. */
function endOfQuoted(bytes: Uint8Array, at: number): number {
  const quote = bytes[at] as number;
  if (quote === SLASH && bytes[at + 1] === SLASH) return orEnd(bytes, bytes.indexOf(NEWLINE, at));
  if (quote === SLASH && bytes[at + 1] === STAR) {
    for (let end = bytes.indexOf(STAR, at + 2); end >= 0; end = bytes.indexOf(STAR, end + 1))
      if (bytes[end + 1] === SLASH) return end + 2;
    return bytes.length;
  }
  for (let index = at + 1; index < bytes.length; index++) {
    const byte = bytes[index];
    if (byte === BACKSLASH && quote !== BACKTICK) index++;
    else if (byte === quote) return index + 1;
    else if (byte === NEWLINE && quote !== BACKTICK) return at;
  }
  return at;
}

const orEnd = (bytes: Uint8Array, at: number): number => (at < 0 ? bytes.length : at);
