import type { Span } from '../../model.js';
import { isDigit } from '../../text/characters.js';
import { startsWithAny } from '../../text/ends.js';
import { groupSpan, type WrittenHeader, type WrittenRequest } from './written-request.js';

/** A request line: the method, the target (or a placeholder for the site before it), and usually the version. */
const REQUEST_LINE =
  /\b(?<method>GET|POST|PUT|HEAD|DELETE|OPTIONS|PATCH|PROPFIND)[ \t]{1,4}(?:\{\{\w{1,20}\}\})?(?<target>\/[^\s"'<>“”`]{3,2000}|\/[^\s"'“”`]{0,200}\{[\w-]{1,40}\}[^\s"'“”`]{0,200})(?<version>[ \t]{1,4}HTTP\/\d(?:\.\d)?)?/dg;
const HEADER_LINE = /^[ \t]*(?<name>[A-Za-z][\w-]{1,60}):[ \t]*(?<value>\S[^\n]{0,4000})?$/d;
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
    const match = HEADER_LINE.exec(line);
    if (match === null) break;
    const [name, value] = [groupSpan(match, 'name'), groupSpan(match, 'value')];
    if (name !== undefined && value !== undefined)
      headers.push({ name: moved(name, at + 1), value: moved(value, at + 1) });
    at += 1 + line.length;
  }
  return { headers, end: at };
}

/** The text after the empty line that ends the headers. */
function bodyIn(text: string, { start, end }: Span): Span | undefined {
  const gap = /^(?:[ \t]*\n){2,3}[ \t]*/.exec(text.slice(start, end));
  if (gap === null) return undefined;
  const from = start + gap[0].length;
  const body = text.slice(from, end);
  if (body.trim() === '' || isNoBody(body)) return undefined;
  return { start: from, end: from + body.trimEnd().length };
}

function moved({ start, end }: Span, by: number): Span {
  return { start: start + by, end: end + by };
}
