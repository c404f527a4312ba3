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
    if (sign === '{' || sign === '}') {
      yield { kind: sign === '{' ? 'open' : 'close' };
      at += 1;
    } else if (sign === '\r' || sign === '\n') at += 1;
    else if (sign !== '\\') {
      const start = at;
      while (at < source.length && !'{}\\\r\n'.includes(source.charAt(at))) at += 1;
      yield { kind: 'text', text: source.slice(start, at) };
    } else if (source.startsWith("\\'", at)) {
      yield { kind: 'text', text: String.fromCharCode(Number.parseInt(source.slice(at + 2, at + 4), 16) || 63) };
      at += 4;
    } else {
      const start = at + 1;
      let end = start;
      while (isLetter(source.charCodeAt(end))) end += 1;
      if (end === start) end += 1;
      let digits = end;
      if (source.charAt(digits) === '-') digits += 1;
      while (digits < end + 12 && isDigit(source.charCodeAt(digits))) digits += 1;
      const isWord = isLetter(source.charCodeAt(start));
      const number = isWord && digits > end ? Number.parseInt(source.slice(end, digits), 10) : Number.NaN;
      const value = Number.isNaN(number) ? undefined : number;
      const word = source.slice(start, end);
      yield { kind: 'word', word, value };
      at = value === undefined ? end : digits;
      if (isWord && source.charAt(at) === ' ') at += 1;
      if (word === 'bin') at += Math.max(0, value ?? 0);
    }
  }
}
