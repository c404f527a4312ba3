/** A piece of RTF: a brace, a control word with its number, or text as bytes in Latin-1. */
export type RtfToken =
  | { readonly kind: 'open' | 'close' }
  | { readonly kind: 'word'; readonly word: string; readonly value: number | undefined }
  | { readonly kind: 'text'; readonly text: string };

const isLetter = (code: number): boolean => (code > 64 && code < 91) || (code > 96 && code < 123);
const isDigit = (code: number): boolean => code > 47 && code < 58;

/** Splits RTF. Line ends are no text; the bytes of `\bin` are passed over. A symbol (`\~`, `\*`) is a control word of one sign. */
export function* rtfTokens(source: string): Generator<RtfToken> {
  let at = 0;
  while (at < source.length) {
    const sign = source.charAt(at);
    if (sign === '\r' || sign === '\n') {
      at += 1;
      continue;
    }
    const { token, end } = tokenAt(source, at, sign);
    yield token;
    at = end;
  }
}

/** A token, and where the next one begins. */
interface ReadToken {
  readonly token: RtfToken;
  readonly end: number;
}

function tokenAt(source: string, at: number, sign: string): ReadToken {
  if (sign === '{' || sign === '}') return { token: { kind: sign === '{' ? 'open' : 'close' }, end: at + 1 };
  if (sign !== '\\') return textAt(source, at);
  if (!source.startsWith("\\'", at)) return wordAt(source, at + 1);
  const text = String.fromCharCode(Number.parseInt(source.slice(at + 2, at + 4), 16) || 63);
  return { token: { kind: 'text', text }, end: at + 4 };
}

function textAt(source: string, start: number): ReadToken {
  let end = start;
  while (end < source.length && !'{}\\\r\n'.includes(source.charAt(end))) end += 1;
  return { token: { kind: 'text', text: source.slice(start, end) }, end };
}

/** The control word behind a backslash, with its number and the blank that ends it. */
function wordAt(source: string, start: number): ReadToken {
  let end = start;
  while (isLetter(source.charCodeAt(end))) end += 1;
  const isWord = end > start;
  if (!isWord) end += 1;
  const word = source.slice(start, end);
  const digits = isWord ? numberEnd(source, end) : end;
  const number = Number.parseInt(source.slice(end, digits), 10);
  const value = Number.isNaN(number) ? undefined : number;
  if (value !== undefined) end = digits;
  if (isWord && source.charAt(end) === ' ') end += 1;
  if (word === 'bin') end += Math.max(0, value ?? 0);
  return { token: { kind: 'word', word, value }, end };
}

const DIGITS_MAX = 12;

function numberEnd(source: string, start: number): number {
  let end = source.charAt(start) === '-' ? start + 1 : start;
  while (end < start + DIGITS_MAX && isDigit(source.charCodeAt(end))) end += 1;
  return end;
}
