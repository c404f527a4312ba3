import { tokensOf } from '../attribute/cues.js';
import { wordSet, words } from '../knowledge/load.js';
import type { FoundThing } from '../model.js';
import { sentenceAround } from '../segment/passage.js';
import { isDigit, isWordCharacter, placesOf } from '../text/characters.js';
import { joined, type Page } from './page.js';

/** Windows makes up so many characters behind the prefix. */
const MADE_UP = { min: 6, max: 12 } as const;
/** Names that people gave are looked for where the text says that the computer is the intruder's. */
const GIVEN = { min: 4, max: 15 } as const;
const OWNERS_WORDS = 3;

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
  return joined([...found, ...given(page)]);
}

/** Names behind or before the words that say whose computer it is: "the attacker's hostname OTTER-PC", "otter-pc7 | Threat actor workstation". */
function given(page: Page): readonly FoundThing[] {
  return words('workstation-words').flatMap((cue) =>
    placesOf(page.lower, cue).flatMap((at) => {
      if (isWordCharacter(page.text[at - 1])) return [];
      const { start, end } = sentenceAround(page.text, at, at + cue.length);
      const owners = tokensOf(page.text.slice(start, at)).slice(-OWNERS_WORDS);
      if (!owners.some(({ text }) => wordSet('intruders').has(ownerOf(text)))) return [];
      return namesIn(page, start, end);
    }),
  );
}

/** "attacker's" as "attacker". */
function ownerOf(word: string): string {
  return (word.split("'", 1)[0] ?? word).split('’', 1)[0] ?? word;
}

/** Words of a part of the text that have the form of a computer's name: a hyphen with a digit or with capitals. */
function namesIn(page: Page, from: number, to: number): readonly FoundThing[] {
  const found: FoundThing[] = [];
  for (let start = from; start < to; start += 1) {
    if (!isWordCharacter(page.text[start])) continue;
    let end = start;
    while (isWordCharacter(page.text[end]) || (page.text[end] === '-' && isWordCharacter(page.text[end + 1]))) end += 1;
    const value = page.text.slice(start, end);
    const isName = value.includes('-') && value.length >= GIVEN.min && value.length <= GIVEN.max && isGiven(value);
    // A host of a domain, a path or an address is none.
    if (isName && !'.\\/@:'.includes(page.text[end] ?? ' ') && !'.\\/@'.includes(page.text[start - 1] ?? ' '))
      found.push({ thing: 'host-name', value, deed: 'connected-from', spans: [page.spanOf(start, end)] });
    start = end;
  }
  return found;
}

function isGiven(value: string): boolean {
  const isCapital = value === value.toUpperCase() && value !== value.toLowerCase();
  return isCapital
    ? !wordSet('stand-in-capitals').has(value)
    : [...value].some(isDigit) && wordSet('workstation-prefixes').has(`${value.split('-', 1)[0]?.toLowerCase()}-`);
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
    ...markOf(value, isIntruders),
  };
}

function markOf(value: string, isIntruders: boolean): Pick<FoundThing, 'mark'> {
  const [, made = ''] = value.split('-');
  if (new Set(made).size === 1)
    return { mark: { role: 'placeholder', because: 'one letter stands for what Windows makes up' } };
  return isIntruders ? {} : { mark: { role: 'victims', because: 'nothing says that it is the intruder’s computer' } };
}
