import { readFileSync } from 'node:fs';

/** Names of this product and of its field, which every attacker on it tries. */
const PRODUCT_WORDS = [
  ...['tripline', 'sigma', 'detection', 'detections', 'security', 'siem', 'coverage', 'advisory', 'mitre', 'attack'],
  ...['threat', 'hunting', 'dashboard', 'analyst'],
];

const SEASONS = ['spring', 'summer', 'autumn', 'fall', 'winter'];
const MONTHS = [
  ...[
    'january',
    'february',
    'march',
    'april',
    'may',
    'june',
    'july',
    'august',
    'september',
    'october',
    'november',
    'december',
  ],
  ...['jan', 'feb', 'mar', 'apr', 'jun', 'jul', 'aug', 'sept', 'sep', 'oct', 'nov', 'dec'],
];
/** A season or month beside a year, in either order. */
const TIME = `(?:${[...SEASONS, ...MONTHS].join('|')})`;
const YEAR = '(?:19|20)\\d\\d';
const DATES = new RegExp(`${TIME}${YEAR}|${YEAR}${TIME}`, 'g');

const YEARS = new RegExp(YEAR, 'g');

/** Signs that are read as letters, as people write them: `C0rrectH0rse`. */
const SPELLINGS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
};
/** A shorter word of somebody's own would take pieces out of words that have nothing to do with it. */
const SHORTEST_WORD = 3;
const LETTER = /[\p{L}\p{N}]/u;

/** A password without what parts its words, and where each character of that stood. */
interface Squeezed {
  readonly text: string;
  readonly places: readonly number[];
}

/** @param spelt whether signs are read as letters */
function squeeze(text: string, spelt: boolean): Squeezed {
  const places: number[] = [];
  let squeezed = '';
  // By code units, so that every place is one of the text; a letter whose small form is longer stays as it is.
  for (let place = 0; place < text.length; place += 1) {
    const unit = text.charAt(place);
    const small = unit.toLowerCase();
    const read = (spelt ? SPELLINGS[unit] : undefined) ?? (small.length === 1 ? small : unit);
    if (!LETTER.test(read)) continue;
    squeezed += read;
    places.push(place);
  }
  return { text: squeezed, places };
}

const PHRASES = (
  JSON.parse(readFileSync(new URL('../../data/published-phrases.json', import.meta.url), 'utf8')) as string[]
).map((phrase) => squeeze(phrase, true).text);

/**
 * What is left of a password without the parts that everybody knows: published phrases, a season or month with a year, and words of the
 * product and of whoever it is for, with a year beside them. Letter case, what stands between words, and digits written for letters make no difference. Linear in
 * the password for each word.
 * @param ownWords names of the user, their address and their team
 */
export function withoutKnownParts(password: string, ownWords: readonly string[]): string {
  const gone = new Set<number>();
  const take = ({ places }: Squeezed, from: number, length: number): void => {
    const [first, last] = [places[from], places[from + length - 1]];
    for (let place = first ?? 0; place <= (last ?? -1); place += 1) gone.add(place);
  };
  const plain = squeeze(password, false);
  for (const { 0: found, index } of plain.text.matchAll(DATES)) take(plain, index, found.length);
  const spelt = squeeze(password, true);
  const own = [...PRODUCT_WORDS, ...ownWords].map((word) => squeeze(word, true).text);
  for (const part of [...PHRASES, ...own.filter(({ length }) => length >= SHORTEST_WORD)]) {
    for (let at = spelt.text.indexOf(part); at >= 0; at = spelt.text.indexOf(part, at + part.length)) {
      take(spelt, at, part.length);
    }
  }
  // A year beside any of them is what people add when they are asked for a digit.
  const isGone = (at: number): boolean => gone.has(plain.places[at] ?? -1);
  for (const { 0: found, index } of plain.text.matchAll(YEARS)) {
    if (isGone(index - 1) || isGone(index + found.length)) take(plain, index, found.length);
  }
  return password
    .split('')
    .filter((_unit, place) => !gone.has(place))
    .join('');
}
