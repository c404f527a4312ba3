import { tokensOf } from '../attribute/cues.js';
import { tellsOfIntrusion } from '../attribute/intrusion.js';
import { isMalwaresOwn } from '../kinds/web-request/actor-requests.js';
import { hasExploit } from '../kinds/web-request/mentions-exploit.js';
import { wordSet } from '../knowledge/load.js';
import type { FoundThing, Span } from '../model.js';
import { sentenceAround } from '../segment/passage.js';
import { isWordCharacter, placesOf } from '../text/characters.js';
import { QUOTES, trimEndOf, trimStartOf } from '../text/ends.js';
import { hasAny, splitAtBlanks } from '../text/shape.js';
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
    const last = isOfFileSystem(value) ? undefined : endBehind(text, at, end);
    if (last !== undefined && isOfWeb(page, at, end)) {
      const thing = { thing: 'url-path', value: `${value}*${last}`, parts: [value, last] } as const;
      found.push({ ...thing, seenIn: 'network/proxy', deed: 'requested', ...beside, spans: [page.spanOf(at, end)] });
      continue;
    }
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

/** Words between the beginning of a path and its end. */
const TO_END: ReadonlySet<string> = new Set(['followed', 'ends', 'end', 'ending']);
/** How far behind the beginning the end may stand. */
const END_WITHIN = 110;

/** How a path ends of which the words behind its beginning say so: "/gate/ followed by a number and .php", "/fen/ and ends with .jsp". */
function endBehind(text: string, start: number, from: number): string | undefined {
  const { end } = sentenceAround(text, start, from);
  // A full stop before an ending closes no sentence: "followed by .php".
  const words = splitAtBlanks(text.slice(from, Math.max(end, from) + END_WITHIN).split('\n', 1)[0] ?? '');
  const at = words.findIndex((word) => TO_END.has(word));
  if (at < 0 || words.slice(0, at).some((word) => word.endsWith('.'))) return undefined;
  for (const word of words.slice(at + 1)) {
    const last = trimEndOf(trimStartOf(word, `${QUOTES}(`), `${QUOTES}.,;:)`);
    if (hasAny(last[0] ?? ' ', './') && isServed(`/x${last}`)) return last;
    if (word.endsWith('.') || word.endsWith(';')) return undefined;
  }
  return undefined;
}

/** Whether a report on an intrusion tells of web addresses in the sentence of a path, and not of those that an exploit asks a victim for. */
function isOfWeb(page: Page, start: number, end: number): boolean {
  if (isAsked(page, start, end)) return true;
  const sentence = sentenceAround(page.text, start, end);
  const told = page.text.slice(sentence.start, sentence.end);
  const words = tokensOf(told.slice(0, start - sentence.start)).map((token) => token.text);
  const isTold = words.some((word) => WEB_WORDS.has(word) || wordSet('request-words').has(word));
  return isTold && !hasExploit(told) && tellsOfIntrusion(page.doc);
}

const WEB_WORDS: ReadonlySet<string> = new Set(['url', 'urls', 'uri', 'uris']);

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
