import { wordSet, words } from '../knowledge/load.js';
import type { FoundThing } from '../model.js';
import { isCapital, isWordCharacter, placesOf } from '../text/characters.js';
import { joined, type Page } from './page.js';

const NAME_MAX = 80;
/** The characters of a threat's name besides those of words. */
const MARKS = '.!:/-';
const QUOTES = new Set('"\'`“”‘’ ');
const DEFENDER = 'windows/defender';
const ANY = 'network/antivirus';
/** Shorter names of families are counters. */
const FAMILY_MIN = 4;
/** A name without a family is everybody's: `Trojan.Generic`. */
const SHORTEST = 8;

/**
 * Finds what security products call a threat: in the form of Microsoft (`Trojan:Win32/Heron.A!dha`) wherever it stands, and other products' names
 * behind the words that introduce them ("detected as").
 */
export function findThreatNames(page: Page): readonly FoundThing[] {
  return joined([...ofMicrosoft(page), ...introduced(page), ...byForm(page)], ({ value }) => value.toLowerCase());
}

function ofMicrosoft(page: Page): readonly FoundThing[] {
  const types = wordSet('threat-types');
  return placesOf(page.text, ':').flatMap((colon) => {
    const { text } = page;
    let start = colon;
    while (isWordCharacter(text[start - 1])) start -= 1;
    const end = nameEnd(text, start);
    const value = text.slice(start, end);
    const platform = value.slice(colon - start + 1).split('/', 1)[0] ?? '';
    const isName = types.has(value.slice(0, colon - start)) && wordSet('threat-platforms').has(platform.toLowerCase());
    return isName && value.split('/').length === 2 ? [thingAt(page, { start, end }, DEFENDER)] : [];
  });
}

/**
 * Names of other products that are known by their form, wherever they stand: a platform and a kind of threat, then a family
 * (`Win32.Backdoor.Heron`, `Win.Dropper.Heron-77-0`), or the two the other way round.
 */
function byForm(page: Page): readonly FoundThing[] {
  const { text } = page;
  return placesOf(text, '.').flatMap((dot) => {
    const start = nameStart(text, dot);
    const end = nameEnd(text, start);
    const isFirst = start < dot && !text.slice(start, dot).includes('.');
    return isFirst && isOfForm(text.slice(start, end).split('.')) ? [thingAt(page, { start, end }, ANY)] : [];
  });
}

function isOfForm([first = '', second = '', family = '', ...more]: readonly string[]): boolean {
  if (more.length > 2 || family.length < FAMILY_MIN || !isCapital(family[0])) return false;
  if (wordSet('families-of-everybody').has(family.toLowerCase())) return false;
  const isPlatform = (part: string): boolean => wordSet('threat-platforms').has(part.toLowerCase()) || part === 'Win';
  const isKind = (part: string): boolean => wordSet('threat-types').has(part);
  return (isPlatform(first) && isKind(second)) || (isKind(first) && isPlatform(second));
}

function introduced(page: Page): readonly FoundThing[] {
  return words('threat-introductions').flatMap((cue) =>
    placesOf(page.lower, cue).flatMap((at) => {
      let start = at + cue.length;
      while (QUOTES.has(page.text[start] ?? '') || page.text[start] === ':') start += 1;
      const end = nameEnd(page.text, start);
      const value = page.text.slice(start, end);
      return isThreat(value) ? [thingAt(page, { start, end }, ANY)] : [];
    }),
  );
}

/** Where the name begins in which a place is. */
function nameStart(text: string, place: number): number {
  let start = place;
  while (
    place - start < NAME_MAX &&
    (isWordCharacter(text[start - 1]) ||
      (isWordCharacter(text[start]) && isWordCharacter(text[start - 2]) && MARKS.includes(text[start - 1] ?? ' ')))
  )
    start -= 1;
  return start;
}

function nameEnd(text: string, start: number): number {
  let end = start;
  while (
    end - start < NAME_MAX &&
    (isWordCharacter(text[end]) || (isWordCharacter(text[end + 1]) && MARKS.includes(text[end] ?? ' ')))
  )
    end += 1;
  return end;
}

/** Whether a word has the form of a threat's name: parts with marks between, of which one is a kind of threat or a platform. */
function isThreat(value: string): boolean {
  const parts = partsOf(value);
  const last = parts.at(-1)?.toLowerCase() ?? '';
  if (value.length < SHORTEST || parts.length < 2) return false;
  if (parts.length === 2 && wordSet('reported-endings').has(last)) return false;
  if (parts.some((part) => part.toLowerCase() === 'generic' || part.toLowerCase() === 'gen')) return false;
  const kinds = [...wordSet('threat-types')].map((kind) => kind.toLowerCase());
  return parts.some((part) => {
    const lower = part.toLowerCase();
    return kinds.includes(lower) || wordSet('threat-platforms').has(lower);
  });
}

function partsOf(value: string): readonly string[] {
  const parts = [''];
  for (const character of value) {
    if (character === '_' || MARKS.includes(character)) parts.push('');
    else parts.push((parts.pop() ?? '') + character);
  }
  return parts;
}

function thingAt(page: Page, { start, end }: { start: number; end: number }, seenIn: string): FoundThing {
  return {
    thing: 'threat-name',
    value: page.text.slice(start, end),
    deed: 'detected',
    seenIn,
    spans: [page.spanOf(start, end)],
    mark: { role: 'intruders', because: 'a security product calls the intruder’s program so' },
  };
}
