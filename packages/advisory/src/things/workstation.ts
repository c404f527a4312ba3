import { tokensOf } from '../attribute/cues.js';
import { wordSet, words } from '../knowledge/load.js';
import type { FoundThing } from '../model.js';
import { sentenceAround } from '../segment/passage.js';
import { isWordCharacter, joined, type Page, placesOf } from './page.js';

/** Windows makes up so many characters behind the prefix. */
const MADE_UP = { min: 6, max: 12 } as const;

/** Finds names of computers as Windows makes them up, with whose they are by the words of their sentence. */
export function findWorkstations(page: Page): readonly FoundThing[] {
  const found: FoundThing[] = [];
  for (const prefix of words('workstation-prefixes')) {
    for (const at of placesOf(page.lower, prefix)) {
      if (isWordCharacter(page.text[at - 1]) || page.text[at - 1] === '-') continue;
      let end = at + prefix.length;
      while (isWordCharacter(page.text[end])) end += 1;
      const value = page.text.slice(at, end);
      const madeUp = end - at - prefix.length;
      if (value !== value.toUpperCase() || madeUp < MADE_UP.min || madeUp > MADE_UP.max) continue;
      found.push(thingAt(page, at, end, value));
    }
  }
  return joined(found);
}

function thingAt(page: Page, start: number, end: number, value: string): FoundThing {
  const sentence = sentenceAround(page.text, start, end);
  const said = tokensOf(page.text.slice(sentence.start, sentence.end));
  const isIntruders = said.some(({ text }) => wordSet('intruders').has(text) || wordSet('workstation-words').has(text));
  return {
    thing: 'host-name',
    value,
    deed: 'connected-from',
    spans: [page.spanOf(start, end)],
    ...(isIntruders
      ? {}
      : { mark: { role: 'victims', because: 'nothing says that it is the intruder’s computer' } as const }),
  };
}
