import { wordSet } from '../knowledge/load.js';
import { hasWordOf } from '../knowledge/word-pattern.js';
import type { FoundThing } from '../model.js';
import { sentenceAround } from '../segment/passage.js';
import { isWordCharacter, placesOf } from '../text/characters.js';
import { joined, type Page } from './page.js';

const ENDING = '.sys';
/** A driver is started as a service of the system. */
const AS_SERVICE = 'T1543.003';
/** Lengths of a name with its ending: shorter ones are in too many others. */
const NAME = { min: 6, max: 64 } as const;

/**
 * Finds files of kernel drivers that a sentence says were brought or loaded: an intruder's own, and weak ones of others. Drivers that are only looked for
 * or removed are those of products.
 */
export function findDrivers(page: Page): readonly FoundThing[] {
  const found: FoundThing[] = [];
  for (const at of placesOf(page.lower, ENDING)) {
    const end = at + ENDING.length;
    if (isWordCharacter(page.text[end]) || (page.text[end] === '.' && isWordCharacter(page.text[end + 1]))) continue;
    const start = nameStart(page.text, at);
    const value = page.text.slice(start, end);
    if (value.length < NAME.min || value.length > NAME.max || wordSet('system-files').has(value.toLowerCase()))
      continue;
    if (page.blockAt(start)?.type === 'heading' || !isLoaded(page.text, start, end)) continue;
    found.push({ thing: 'driver', value, deed: 'loaded', shows: AS_SERVICE, spans: [page.spanOf(start, end)] });
  }
  return joined(found, ({ value }) => value.toLowerCase());
}

function nameStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && (isWordCharacter(text[start - 1]) || '.-'.includes(text[start - 1] as string))) start -= 1;
  while (start < at && '.-'.includes(text[start] as string)) start += 1;
  return start;
}

function isLoaded(text: string, start: number, end: number): boolean {
  const sentence = sentenceAround(text, start, end);
  const told = `${text.slice(sentence.start, start)} ${text.slice(end, sentence.end)}`;
  return hasWordOf('driver-loaded', told) && !hasWordOf('driver-looked-for', told);
}
