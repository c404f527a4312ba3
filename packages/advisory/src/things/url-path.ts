import { tokensOf } from '../attribute/cues.js';
import { tellsOfIntrusion } from '../attribute/intrusion.js';
import { isMalwaresOwn } from '../kinds/web-request/actor-requests.js';
import { wordSet } from '../knowledge/load.js';
import type { FoundThing, Span } from '../model.js';
import { sentenceAround } from '../segment/passage.js';
import { isWordCharacter, placesOf } from '../text/characters.js';
import { joined, type Page } from './page.js';

const SHORTEST = 8;
const LENGTH_MAX = 300;
/** Parts of a path from which on it is no common one. */
const INTERFACE_PARTS = 3;
/** The same where data is sent there: "a POST request to /fen/checkin". */
const POSTED_PARTS = 2;
/** Methods that say more than that something was asked for. */
const METHODS = ['POST', 'PUT'] as const;
const METHOD_WITHIN = 60;
/** The folder that Cloudflare adds to every site: a report that was copied from such a site has its paths. */
const CLOUDFLARE = 'cdn-cgi';
/** Files that programs hand each other; the folders of a file system end in others. */
const OTHERS = new Set('-._~%/?=&+');

/** Finds paths of web addresses without their host, where the words around them say that malware asks its server for them. */
export function findUrlPaths(page: Page): readonly FoundThing[] {
  const { text } = page;
  const found: FoundThing[] = [];
  for (const at of placesOf(text, '/')) {
    if (isInside(text, at)) continue;
    const end = endOf(text, at);
    const value = text.slice(at, end);
    const beside = methodBefore(page, at);
    const isTelling =
      isServed(value) || isOfInterface(value, beside.beside === undefined ? INTERFACE_PARTS : POSTED_PARTS);
    if (value.length < SHORTEST || !isTelling || isOfFileSystem(value)) continue;
    const isOfAny = isOnAnyHost(text, at, end);
    if (!isOfAny && !isAsked(page, at, end) && !isSentPassively(page, at, beside.beside?.[0]?.spans[0])) continue;
    const isSent = isOfAny || beside.beside !== undefined;
    found.push({
      thing: 'url-path',
      value,
      seenIn: 'network/proxy',
      ...(isSent && { deed: 'requested' as const }),
      ...beside,
      spans: [page.spanOf(at, end)],
    });
  }
  return joined(found);
}

/** The method that stands before a path in its sentence; GET narrows nothing. */
function methodBefore({ text, spanOf }: Page, at: number): Pick<FoundThing, 'beside'> {
  const from = Math.max(0, at - METHOD_WITHIN);
  const before = text.slice(from, at);
  for (const value of METHODS) {
    const place = before.lastIndexOf(value);
    const end = place + value.length;
    if (place < 0 || isWordCharacter(before[place - 1]) || isWordCharacter(before[end])) continue;
    if (before.slice(end).includes('. ') || before.slice(end).includes('/')) continue;
    return { beside: [{ thing: 'http-method', value, spans: [spanOf(from + place, from + end)] }] };
  }
  return {};
}

/** Whether a report on an intrusion says that the request is made to a path, and not who makes it: "a POST is made to /fen/checkin". */
function isSentPassively(page: Page, at: number, method: Span | undefined): boolean {
  const place = page.spanOf(at, at + 1).start;
  if (method === undefined || !tellsOfIntrusion(page.doc)) return false;
  const between = tokensOf(page.doc.text.slice(method.end, place)).map((token) => token.text);
  const isBe = (word: string): boolean => wordSet('forms-of-be').has(word);
  return between.some(isBe) && between.every((word) => isBe(word) || wordSet('before-request-targets').has(word));
}

/** Whether a slash stands within a longer path or address. */
function isInside(text: string, at: number): boolean {
  const before = text[at - 1] ?? ' ';
  return isWordCharacter(before) || '/.:\\>~$%-])}'.includes(before) || (before === '*' && text[at - 2] === '*');
}

/** Whether a star stands for the host before a path: it is the same on many servers of the intruder. */
function isOnAnyHost(text: string, at: number, end: number): boolean {
  return text[at - 1] === '*' && text[end] !== '*';
}

/** Whether a path begins in a folder of every file system. */
function isOfFileSystem(path: string): boolean {
  return wordSet('file-system-roots').has(path.split('/')[1] ?? '');
}

function endOf(text: string, at: number): number {
  let end = at + 1;
  while (end < text.length && end - at < LENGTH_MAX && (isWordCharacter(text[end]) || OTHERS.has(text[end] as string)))
    end += 1;
  while (end > at && '.-?&='.includes(text[end - 1] as string)) end -= 1;
  return end;
}

/** Whether a path is that of something that web servers hand out or run. */
function isServed(path: string): boolean {
  const stem = path.split('?')[0] ?? path;
  const name = stem.slice(stem.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot > 0 && wordSet('served-endings').has(name.slice(dot + 1).toLowerCase());
}

/** Whether a path without a file has so many parts that it is one of an interface's own: `/api/v2/telemetry/submit`. */
function isOfInterface(path: string, least: number): boolean {
  const parts = path.split('/').slice(1);
  return parts.length >= least && parts.every((part) => part !== '') && parts[0] !== CLOUDFLARE;
}

/** Whether the words around a path say that malware asks for it. */
function isAsked(page: Page, start: number, end: number): boolean {
  const block = page.blockAt(start);
  if (block === undefined || block.type === 'heading') return false;
  const { start: from, end: to } = sentenceAround(page.text, start, end);
  return isMalwaresOwn(page.text.slice(from, to), start - from, end - from);
}
