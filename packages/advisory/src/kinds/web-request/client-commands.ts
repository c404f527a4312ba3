import { isExampleHost, targetOf } from '../../attribute/target-host.js';
import { listPattern } from '../../knowledge/word-pattern.js';
import type { Span } from '../../model.js';
import { type Word, wordsOf } from '../../segment/words.js';
import { isBlank } from '../../text/characters.js';
import { CLOSING_QUOTES, closesWith, OPENING_QUOTES, opensWith, trimEndOf } from '../../text/ends.js';
import { isMadeOf } from '../../text/shape.js';
import { skip } from '../../text/stretches.js';
import type { WrittenHeader, WrittenRequest } from './written-request.js';

/** A program that sends one request. */
const CLIENT = /(?<![\w/.-])(?:curl|wget|httpx?|Invoke-WebRequest|Invoke-RestMethod|iwr|irm)(?:\.exe)?(?=[ \t])/g;
/** Options whose value is the method, a header, or a part of the body. */
const METHOD = listPattern('^{http-method-options}$', 'i');
const HEADER = listPattern('^{http-header-options}$');
const BODY = listPattern('^{http-body-options}$');
const AGENT = listPattern('^{http-agent-options}$');
/** Most words of a command that are read; longer ones carry a payload. */
const WORDS_MAX = 60;

/** Requests sent to a site with `curl` and similar programs. Downloads from somebody's own server are left out. */
export function clientCommands(text: string): readonly WrittenRequest[] {
  return [...text.matchAll(CLIENT)].flatMap((match) => {
    const from = match.index + match[0].length;
    const request = requestOf(text, wordsOf(text, from, lineEnd(text, from)).slice(0, WORDS_MAX));
    return request === undefined ? [] : [{ ...request, start: match.index }];
  });
}

/** The end of a command. It goes on in the next line where a line ends with a backslash, a grave accent or a caret. */
function lineEnd(text: string, from: number): number {
  let end = text.indexOf('\n', from);
  const goesOn = (stop: number): boolean =>
    closesWith(trimEndOf(text.slice(Math.max(from, stop - 3), stop), ' \t'), '\\`^');
  while (end >= 0 && goesOn(end)) end = text.indexOf('\n', end + 1);
  return end < 0 ? text.length : end;
}

function requestOf(text: string, words: readonly Word[]): WrittenRequest | undefined {
  let method: Span | undefined;
  let target: Span | undefined;
  let body: Span | undefined;
  let end = 0;
  const headers: WrittenHeader[] = [];
  for (const [index, word] of words.entries()) {
    const before = words[index - 1]?.text ?? '';
    const value = unquoted(text, word);
    if (METHOD().test(before)) method = value;
    else if (HEADER().test(before)) headers.push(...headerOf(text, value));
    else if (AGENT().test(before)) continue;
    else if (BODY().test(before)) body ??= value;
    else if (target === undefined) {
      const found = targetOf(text, value);
      if (found === undefined) continue;
      if (!isExampleHost(text.slice(found.host.start, found.host.end))) return undefined;
      target = found.target;
    } else continue;
    end = Math.max(end, word.end);
  }
  if (target === undefined || target.end - target.start < 2) return undefined;
  return {
    start: target.start,
    end,
    ...(method === undefined ? {} : { method }),
    target,
    headers,
    ...(body === undefined ? {} : { body }),
    certainty: 0.85,
  };
}

const HEADER_NAME_MAX = 60;

function headerOf(text: string, { start, end }: Span): readonly WrittenHeader[] {
  const header = text.slice(start, end);
  const colon = header.indexOf(':');
  if (colon < 2 || colon > HEADER_NAME_MAX || !isMadeOf(header.slice(0, colon), '-')) return [];
  return [{ name: { start, end: start + colon }, value: { start: start + skip(header, colon + 1, isBlank, 4), end } }];
}

/** A word without the quotation marks around it. */
function unquoted(text: string, { start, end }: Span): Span {
  const dollar = text[start] === '$' ? 1 : 0;
  const open = opensWith(text.slice(start + dollar, end), OPENING_QUOTES) ? dollar + 1 : 0;
  const close = open > 0 && closesWith(text.slice(start, end), CLOSING_QUOTES) ? 1 : 0;
  return { start: start + open, end: Math.max(start + open, end - close) };
}
