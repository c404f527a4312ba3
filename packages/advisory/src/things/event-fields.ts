import { isThing, NUMBER_THINGS, type Thing } from '@tripline/telemetry';
import { isStandIn } from '../draft/stand-in.js';
import { wordRows } from '../knowledge/load.js';
import type { FoundThing } from '../model.js';
import { isDigit, isWordCharacter, placesOf } from '../text/characters.js';
import type { Page } from './page.js';

/** How far behind an event id its fields may stand. */
const REACH = 600;
const BETWEEN = new Set(' \t:=|"\'“”‘’`>-');
const NAME_MAX = 80;
const SHORTEST = 3;
/** Accounts and machines that every event has. */
const EVERYBODYS = new Set([
  'system',
  'null',
  'anonymous',
  'logon',
  'local',
  'network',
  'the',
  'and',
  'was',
  'for',
  'name',
]);

/** The fields of an event that stand with their labels right behind a place, each thing once: `Logon Type: 3`. */
export function fieldsBehind(page: Page, from: number): readonly FoundThing[] {
  const { lower } = page;
  const next = lower.indexOf('event', from);
  const end = Math.min(from + REACH, next < 0 ? lower.length : next);
  const found: FoundThing[] = [];
  for (const [thing, labels] of wordRows('event-fields')) {
    if (!isThing(thing)) continue;
    for (const label of labels ?? []) {
      const field = fieldAt(page, { thing, label: label.replaceAll('_', ' '), from, end });
      if (field === undefined) continue;
      found.push(field);
      break;
    }
  }
  return found;
}

interface Asked {
  readonly thing: Thing;
  readonly label: string;
  readonly from: number;
  readonly end: number;
}

function fieldAt(page: Page, { thing, label, from, end }: Asked): FoundThing | undefined {
  const { text } = page;
  // Of the page no more than this is searched: a label that it has nowhere would be looked for to its end each time.
  for (const place of placesOf(page.lower.slice(from, end), label)) {
    const at = from + place;
    if (isWordCharacter(text[at - 1])) continue;
    let start = at + label.length;
    while (BETWEEN.has(text[start] ?? '') && text[start] !== '\n') start += 1;
    if (start === at + label.length) continue;
    let stop = start;
    while (stop - start < NAME_MAX && isName(text[stop])) stop += 1;
    const value = withoutStop(text.slice(start, stop));
    if (isValue(thing, value)) return { thing, value, spans: [page.spanOf(start, start + value.length)] };
  }
  return undefined;
}

function isName(character: string | undefined): boolean {
  return isWordCharacter(character) || (character !== undefined && character !== '' && '.$-'.includes(character));
}

function withoutStop(value: string): string {
  return value.endsWith('.') ? value.slice(0, -1) : value;
}

function isValue(thing: Thing, value: string): boolean {
  if (NUMBER_THINGS.has(thing)) return value !== '' && value.length < 3 && [...value].every(isDigit);
  const isEverybodys = EVERYBODYS.has(value.toLowerCase()) || isStandIn(value);
  return value.length >= SHORTEST && !isEverybodys && isTelling(value);
}

/** Whether a value is more than a word of a sentence: it has a digit, a capital within, or a mark. */
function isTelling(value: string): boolean {
  return [...value.slice(1)].some((each) => isDigit(each) || '_$-.'.includes(each) || (each >= 'A' && each <= 'Z'));
}
