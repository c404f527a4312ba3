import { tokensOf } from '../attribute/cues.js';
import { isOwnUserAgent } from '../indicators/user-agent.js';
import { wordSet, words } from '../knowledge/load.js';
import { isListed } from '../knowledge/word-pattern.js';
import type { FoundThing } from '../model.js';
import { isBlank, isWordCharacter, placesOf } from '../text/characters.js';
import { joined, type Page } from './page.js';

const METHODS = ['GET', 'POST', 'PUT'] as const;
/** What ends the first line of a request. */
const VERSION = ' HTTP/1.';
const LOG = 'network/proxy';
const PATH_MIN = 5;
const PATH_MAX = 300;
/** How far behind the first line the headers may stand. */
const HEADERS_MAX = 1200;
const AGENT = 'user-agent:';
const AGENT_MIN = 6;
const AGENT_MAX = 300;
/** How far around a request its caption may stand. */
const CAPTION = 250;
const WRITTEN_OUT = 'command and control';
/** What begins an author's note behind a header. A word list cannot have it: its lines of notes begin so. */
const NOTE = '#';
/** What stands for something else in a path. */
const PLACEHOLDERS = '%<{$[*';

/** Finds the requests of malware to its server that a page shows as they are sent: a first line with method and path, and the client among the headers. */
export function findHttpRequests(page: Page): readonly FoundThing[] {
  const found = placesOf(page.text, VERSION).flatMap((version) => {
    const line = firstLine(page.text, version);
    return line === undefined || !isToServer(page, line.start) ? [] : (thingOf(page, line) ?? []);
  });
  return joined(found, ({ value, beside = [] }) => [value, ...beside.map((each) => each.value)].join(' '));
}

interface FirstLine {
  readonly start: number;
  readonly method: string;
  readonly path: number;
  readonly end: number;
}

/** The first line that ends in a version: a method, a blank and a path without placeholders. */
function firstLine(text: string, end: number): FirstLine | undefined {
  let path = end;
  while (end - path < PATH_MAX && path > 0 && !isBlank(text[path - 1])) path -= 1;
  const value = text.slice(path, end);
  const isPath =
    value.startsWith('/') && value.length >= PATH_MIN && ![...value].some((each) => PLACEHOLDERS.includes(each));
  const method = METHODS.find(
    (each) => text.endsWith(each, path - 1) || text.slice(path - 1 - each.length, path - 1) === each,
  );
  if (!isPath || method === undefined) return undefined;
  const start = path - 1 - method.length;
  return isWordCharacter(text[start - 1]) ? undefined : { start, method, path, end };
}

/** Whether the words around a request say that it goes to the intruder's server. */
function isToServer({ lower }: Page, at: number): boolean {
  const around = lower.slice(Math.max(0, at - CAPTION), at + HEADERS_MAX + CAPTION);
  return around.includes(WRITTEN_OUT) || tokensOf(around).some(({ text }) => wordSet('c2-words').has(text));
}

function thingOf(page: Page, { start, method, path, end }: FirstLine): FoundThing | undefined {
  const agent = agentBehind(page, end);
  if (isOrdinary(page.text.slice(path, end)) && !agent.some(({ value }) => isOwnUserAgent(value))) return undefined;
  return {
    thing: 'url-path',
    value: page.text.slice(path, end),
    seenIn: LOG,
    deed: 'requested',
    spans: [page.spanOf(path, end)],
    beside: [{ thing: 'http-method', value: method, spans: [page.spanOf(start, start + method.length)] }, ...agent],
  };
}

/** Whether a path is that of a page which many sites have right below their root: only an odd client tells a request for it from others. */
function isOrdinary(path: string): boolean {
  const [page = ''] = path.slice(1).split('?', 1);
  return isListed('ordinary-pages', page);
}

/** The client that the headers of a request name, up to the next header. */
function agentBehind({ text, lower, spanOf }: Page, from: number): readonly FoundThing[] {
  const headers = lower.slice(from, Math.min(from + HEADERS_MAX, nextRequest(text, from)));
  const at = headers.indexOf(AGENT);
  if (at < 0) return [];
  let start = from + at + AGENT.length;
  while (text[start] === ' ') start += 1;
  const [line = ''] = text.slice(start, start + AGENT_MAX).split('\n', 1);
  let end = start + line.length;
  for (const header of [...words('behind-user-agents'), NOTE]) {
    const next = text.slice(start, end).indexOf(` ${header}`);
    if (next > 0) end = start + next;
  }
  while (end > start && isBlank(text[end - 1])) end -= 1;
  const value = text.slice(start, end);
  const isWhole = value.length >= AGENT_MIN && ![...value].some((each) => '%<{$'.includes(each));
  return isWhole ? [{ thing: 'user-agent', value, spans: [spanOf(start, end)] }] : [];
}

function nextRequest(text: string, from: number): number {
  const next = text.indexOf(VERSION, from + VERSION.length);
  return next < 0 ? text.length : next;
}
