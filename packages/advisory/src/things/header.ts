import { wordSet } from '../knowledge/load.js';
import type { FoundThing, RoleFound } from '../model.js';
import { isWordCharacter, placesOf } from '../text/characters.js';
import { joined, type Page } from './page.js';

const WORD = 'header';
const NAME = { min: 4, max: 40 } as const;
const QUOTES = new Set('"\'“”‘’`');
const INTRODUCERS = ['named ', 'called ', 'field '];
/** Logs of web traffic have the client, the host, the referrer and the cookies of a request; of all other headers they have nothing. */
const UNSEEN: RoleFound = {
  role: 'intruders',
  because: 'no log of proxies or web servers has this header',
  isLeftOut: true,
};

/** Finds headers of web requests that a sentence names in quotes: 'the custom header "X-Fen-Id"'. It is told why no rule asks for them. */
export function findHeaders(page: Page): readonly FoundThing[] {
  const { lower, text } = page;
  const found = placesOf(lower, WORD).flatMap((at): readonly FoundThing[] => {
    let end = at + WORD.length;
    if (isWordCharacter(text[at - 1]) || page.isCode(at)) return [];
    if (text[end] === 's') end += 1;
    const place = quotedBehind(text, end) ?? quotedBefore(text, at);
    if (place === undefined) return [];
    const value = text.slice(place.start, place.end);
    const isOwn = !wordSet('headers-in-logs').has(value.toLowerCase()) && isName(value);
    return isOwn ? [{ thing: 'http-header', value, mark: UNSEEN, spans: [page.spanOf(place.start, place.end)] }] : [];
  });
  return joined(found, ({ value }) => value.toLowerCase());
}

interface Place {
  readonly start: number;
  readonly end: number;
}

/** `header named "X-Fen-Id"`, `header “X-Fen-Id: 7”`: the name up to a colon or the closing quote. */
function quotedBehind(text: string, from: number): Place | undefined {
  let at = from;
  while (text[at] === ' ' || text[at] === ':') at += 1;
  for (const word of INTRODUCERS) if (text.startsWith(word, at)) at += word.length;
  if (!QUOTES.has(text[at] ?? ' ')) return undefined;
  const start = at + 1;
  const end = nameEnd(text, start);
  return QUOTES.has(text[end] ?? ' ') || text[end] === ':' ? { start, end } : undefined;
}

/** `the “X-Fen-Id” header` */
function quotedBefore(text: string, at: number): Place | undefined {
  if (text[at - 1] !== ' ' || !QUOTES.has(text[at - 2] ?? ' ')) return undefined;
  const end = at - 2;
  let start = end;
  while (isWordCharacter(text[start - 1]) || text[start - 1] === '-') start -= 1;
  return QUOTES.has(text[start - 1] ?? ' ') ? { start, end } : undefined;
}

function nameEnd(text: string, start: number): number {
  let end = start;
  while (isWordCharacter(text[end]) || text[end] === '-') end += 1;
  return end;
}

/** A name of several parts; other words in quotes are what a header holds. */
function isName(name: string): boolean {
  return name.length >= NAME.min && name.length <= NAME.max && name.includes('-') && !name.startsWith('-');
}
