import type { Span } from '../../model.js';
import { isDigit, isLetter, isVisible, isWordCharacter } from '../../text/characters.js';
import { startsWithAny } from '../../text/ends.js';
import { oneOf, skip } from '../../text/stretches.js';
import { groupSpan, type WrittenHeader, type WrittenRequest } from './written-request.js';

/** A request line: the method, the target (or a placeholder for the site before it), and usually the version. */
const REQUEST_LINE =
  /\b(?<method>GET|POST|PUT|HEAD|DELETE|OPTIONS|PATCH|PROPFIND)[ \t]{1,4}(?:\{\{\w{1,20}\}\})?(?<target>\/[^\s"'<>“”`]{3,2000}|\/[^\s"'“”`]{0,200}\{[\w-]{1,40}\}[^\s"'“”`]{0,200})(?<version>[ \t]{1,4}HTTP\/\d(?:\.\d)?)?/dg;
/** Fewest and most characters of a header's name, and most of its value. */
const HEADER = { nameMin: 2, nameMax: 61, valueMax: 4001 };
const isOfName = (character: string): boolean => isWordCharacter(character) || character === '-';
const isIndent = oneOf(' \t');
/** Fewest and most line ends between the headers and the body. */
const GAP = { least: 2, most: 3 };
const HEADERS_MAX = 60;
/** How the next request begins, or a mark between two. */
const NEXT_STARTS = ['GET ', 'POST ', 'PUT ', 'DELETE ', '###'] as const;
const RESPONSE = 'HTTP/';

/** Whether the text after the headers is a response or the next request, and no body. */
function isNoBody(text: string): boolean {
  const written = text.trimStart();
  const isResponse = written.startsWith(RESPONSE) && isDigit(written[RESPONSE.length]);
  return isResponse || startsWithAny(written, NEXT_STARTS);
}

/** Requests as sent over the wire: a request line and, in a block of its own lines, headers and a body. */
export function httpMessages(text: string): readonly WrittenRequest[] {
  return [...text.matchAll(REQUEST_LINE)].map((match, index, all) => {
    const rest = { start: match.index + match[0].length, end: all[index + 1]?.index ?? text.length };
    const { headers, end } = headersIn(text, rest);
    const method = groupSpan(match, 'method');
    const target = groupSpan(match, 'target');
    const body = headers.length === 0 ? undefined : bodyIn(text, { start: end, end: rest.end });
    return {
      start: match.index,
      end: body?.end ?? end,
      ...(method === undefined ? {} : { method }),
      ...(target === undefined ? {} : { target }),
      headers,
      ...(body === undefined ? {} : { body }),
      certainty: 0.85,
    };
  });
}

/** The header lines below a request line, and where they end. */
function headersIn(
  text: string,
  { start, end }: Span,
): { readonly headers: readonly WrittenHeader[]; readonly end: number } {
  const headers: WrittenHeader[] = [];
  let at = start;
  while (headers.length < HEADERS_MAX && text[at] === '\n' && at < end) {
    const close = text.indexOf('\n', at + 1);
    const line = text.slice(at + 1, close < 0 ? end : Math.min(close, end));
    const header = headerIn(text, at + 1, at + 1 + line.length);
    if (header === undefined) break;
    at += 1 + line.length;
    if (header.value.start < at) headers.push(header);
  }
  return { headers, end: at };
}

/** The text after the empty line that ends the headers. */
function bodyIn(text: string, { start, end }: Span): Span | undefined {
  const lines = text
    .slice(start, end)
    .split('\n', GAP.most + 1)
    .slice(0, -1);
  const full = lines.findIndex((line) => skip(line, 0, isIndent) < line.length);
  const gap = full < 0 ? lines : lines.slice(0, full);
  if (gap.length < GAP.least) return undefined;
  const from = Math.min(end, skip(text, start + gap.join('\n').length + 1, isIndent));
  const body = text.slice(from, end);
  if (body.trim() === '' || isNoBody(body)) return undefined;
  return { start: from, end: from + body.trimEnd().length };
}

/** The header that a line is, with or without a value; undefined where it is none. */
function headerIn(text: string, start: number, end: number): WrittenHeader | undefined {
  const name = skip(text, start, isIndent);
  const colon = skip(text, name, isOfName, HEADER.nameMax);
  const value = skip(text, colon + 1, isIndent, end - colon - 1);
  const isNamed = isLetter(text[name]) && colon - name >= HEADER.nameMin && text[colon] === ':' && colon < end;
  const isValue = value === end || (isVisible(text[value]) && end - value <= HEADER.valueMax);
  return isNamed && isValue ? { name: { start: name, end: colon }, value: { start: value, end } } : undefined;
}
