import { wordSet } from '../../knowledge/load.js';
import type { Span } from '../../model.js';
import { isBlank, isCapital, isWordCharacter, placesOf } from '../../text/characters.js';
import { oneOf, skip, skipBack } from '../../text/stretches.js';
import { groupSpan, type WrittenHeader, type WrittenRequest } from './written-request.js';

/** What is called on an HTTP library or on a client made with it: `requests.post(`, `session.get(`, `axios.put(`. */
const CALLED = new Set(['get', 'post', 'put', 'delete', 'patch', 'head', 'request', 'Get', 'Post']);
/** A string with a path, alone or after an address; the address may also be joined to it. */
const PATH_STRING =
  /["'`](?:https?:\/\/[^"'`\s/]{1,120}|(?:\{\{?[^{}"'`\n]{1,60}\}?\}|\$\{[^{}"'`\n]{1,60}\}|%s)){0,1}(?<target>\/[^"'`\s]{2,600})["'`]/dg;
const NAMED = /["'](?<name>[A-Za-z][\w-]{1,60})["']\s{0,4}:\s{0,4}[bfru]{0,2}["'](?<value>[^"'\n]{1,600})["']/dg;
const METHODS = new Set(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD']);
const isQuote = oneOf('"\'');
/** Most white space before the first argument of a call. */
const BLANKS_MAX = 20;
/** Most characters of a call's arguments. */
const CALL_MAX = 1500;
/** How far before a call its variables are looked for, in characters. */
const BEFORE_MAX = 3000;

/** Requests that a script sends through an HTTP library. The path is in the call, or in a string set before it. */
export function clientCalls(text: string): readonly WrittenRequest[] {
  return placesOf(text, '(').flatMap((open) => {
    const named = { start: skipBack(text, open, isWordCharacter), end: open };
    const start = skipBack(text, named.start - 1, isWordCharacter);
    const isCall =
      CALLED.has(text.slice(named.start, open)) && text[named.start - 1] === '.' && text[start - 1] !== '.';
    if (!isCall || !wordSet('http-clients').has(text.slice(start, named.start - 1))) return [];
    const call = { start, end: callEnd(text, open + 1) };
    const inner = pathStrings(text, { start: open + 1, end: call.end });
    const from = Math.max(0, call.start - BEFORE_MAX);
    const targets = inner.length > 0 ? inner.slice(0, 1) : pathStrings(text, { start: from, end: call.start });
    const method = methodOf(text, named, call.end);
    const headers = headersIn(text, { start: from, end: call.end });
    return targets.map((target) => ({
      start: target.start,
      end: target.end,
      ...(method === undefined ? {} : { method }),
      target,
      headers,
      certainty: 0.8,
    }));
  });
}

function methodOf(text: string, named: Span, end: number): Span | undefined {
  if (text.slice(named.start, named.end) !== 'request') return named;
  const start = skip(text, named.end + 1, isBlank, BLANKS_MAX) + 1;
  const close = skip(text, start, isCapital);
  const isQuoted = isQuote(text.charAt(start - 1)) && isQuote(text.charAt(close)) && close < end;
  return isQuoted && METHODS.has(text.slice(start, close)) ? { start, end: close } : undefined;
}

/** The bracket that closes a call, within the bounds. */
function callEnd(text: string, from: number): number {
  let depth = 1;
  const limit = Math.min(text.length, from + CALL_MAX);
  for (let at = from; at < limit; at += 1) {
    if (text[at] === '(') depth += 1;
    else if (text[at] === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return limit;
}

function pathStrings(text: string, { start, end }: Span): readonly Span[] {
  return [...text.slice(start, end).matchAll(PATH_STRING)].flatMap((match) => {
    const place = groupSpan(match, 'target');
    return place === undefined ? [] : [{ start: start + place.start, end: start + place.end }];
  });
}

function headersIn(text: string, { start, end }: Span): readonly WrittenHeader[] {
  return [...text.slice(start, end).matchAll(NAMED)].flatMap((match) => {
    const [name, value] = [groupSpan(match, 'name'), groupSpan(match, 'value')];
    if (name === undefined || value === undefined || !text.slice(start + name.start, start + name.end).includes('-'))
      return [];
    return [
      {
        name: { start: start + name.start, end: start + name.end },
        value: { start: start + value.start, end: start + value.end },
      },
    ];
  });
}
