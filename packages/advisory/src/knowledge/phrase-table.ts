import { lazyData } from '../data-file.js';
import { onceEach } from '../once.js';
import type { PhraseForm, Row } from './phrase-form.js';
import { grammar } from './phrase-tokens.js';

/**
 * Phrases as `data/phrases.json` stores them. What they share stands once: stems, positions as lists of stems, rows as lists of positions.
 */
interface PackedPhrases {
  readonly stems: readonly string[];
  readonly positions: readonly (readonly number[])[];
  readonly rows: readonly (readonly number[])[];
  readonly tables: Readonly<Record<string, PackedTable>>;
}

interface PackedTable {
  readonly keys: readonly string[];
  /** Each form: its key, the position that `rarestAmong` chose, its marks, its first row, and each further row behind the words that may stand before it. */
  readonly forms: readonly (readonly number[])[];
}

/** How many numbers of a packed form stand before its first row. */
const HEAD = 3;
/** The marks of a packed form, as bits. */
export const MARKS = { isNominal: 1, takesMore: 2, isLoose: 4, isPassive: 8 } as const;

/** One order of the words of a phrase, with the key of its hits. */
export interface Phrase extends Pick<PhraseForm, 'groups' | 'isLoose' | 'isNominal'> {
  readonly key: string;
  /** Of each of its rows. */
  readonly reaches: readonly Reach[];
}

/** Where a row of a phrase may stand behind the one before it. */
export interface Reach {
  readonly clause: 'sentence' | 'wide';
  readonly takesMore: boolean;
  /** How many words may stand before it. */
  readonly gap: number;
  /** The words over which it does not reach. */
  readonly ends: ReadonlySet<string>;
}

const packed = lazyData('phrases.json', (raw: PackedPhrases) => raw);
const positionAt = onceEach(
  new Map<number, ReadonlySet<string>>(),
  (at) => new Set((packed().positions[at] ?? []).map((stem) => packed().stems[stem] as string)),
);
const rowAt = onceEach(new Map<number, Row>(), (at) => (packed().rows[at] ?? []).map(positionAt));

/** The phrases of a table by their numbers. Each is unpacked when a text has what it cannot be without. */
export class PhraseTable {
  /** By number, the position whose stems the phrase cannot be without. */
  private readonly rarest: Uint32Array;
  /** The numbers of the phrases that begin with a stem, in the table's order. */
  private readonly begun: ReadonlyMap<string, readonly number[]>;
  /** By stem, the positions of it that phrases cannot be without. */
  private readonly rare: ReadonlyMap<string, readonly number[]>;
  private readonly phrases: (Phrase | undefined)[] = [];
  /** By position, the last search whose words had one of its stems. */
  private readonly seen = new Uint32Array(packed().positions.length);
  private search = 0;

  constructor(private readonly table: PackedTable) {
    const { forms } = table;
    this.rarest = Uint32Array.from(forms, ([, rarest = 0]) => rarest);
    this.rare = byStem(this.rarest, (position) => [position]);
    const numbers = groupedBy(forms, firstPosition);
    this.begun = byStem(numbers.keys(), (position) => numbers.get(position) ?? []);
    for (const list of this.begun.values()) (list as number[]).sort((a, b) => a - b);
  }

  /** Begins a search among words of these stems. */
  begin(tokens: readonly { readonly stem: string }[]): void {
    this.search += 1;
    const { rare, seen, search } = this;
    for (const { stem } of tokens) {
      const positions = rare.get(stem);
      if (positions !== undefined) for (const position of positions) seen[position] = search;
    }
  }

  /** The numbers of the phrases that begin with a word of a stem. */
  begunBy(stem: string): readonly number[] | undefined {
    return this.begun.get(stem);
  }

  /** Whether the words of the search have what a phrase cannot be without. Most phrases are out by that alone. */
  isPossible(number: number): boolean {
    return this.seen[this.rarest[number] as number] === this.search;
  }

  /** The phrase of a number. */
  at(number: number): Phrase {
    const phrase = this.phrases[number] ?? unpacked(this.table, number);
    this.phrases[number] = phrase;
    return phrase;
  }
}

const firstPosition = (form: readonly number[]): number => packed().rows[form[HEAD] as number]?.[0] as number;

/** What a function gives of each of the different positions among some, by each of their stems. */
function byStem(
  positions: Iterable<number>,
  itemsOf: (position: number) => readonly number[],
): ReadonlyMap<string, readonly number[]> {
  const { stems, positions: stemsOf } = packed();
  const found = new Map<string, number[]>();
  for (const position of new Set(positions)) {
    const items = itemsOf(position);
    for (const stem of stemsOf[position] ?? []) for (const item of items) addTo(found, stems[stem] as string, item);
  }
  return found;
}

/** The numbers of items, by what a function gives of each. */
function groupedBy<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => number,
): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>();
  for (const [number, item] of items.entries()) addTo(found, keyOf(item), number);
  return found;
}

function addTo<Key, T>(lists: Map<Key, T[]>, key: Key, item: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}

function unpacked({ keys, forms }: PackedTable, number: number): Phrase {
  const [key, , marks = 0, ...rows] = forms[number] as readonly number[];
  const isLoose = (marks & MARKS.isLoose) > 0;
  const takesMore = (marks & MARKS.takesMore) > 0;
  const { notDone, means, barred } = grammar();
  const ends = isLoose ? notDone : (marks & MARKS.isPassive) > 0 ? means : barred;
  const groups: Row[] = [];
  const reaches: Reach[] = [];
  for (let at = 0; at < rows.length; at += 2) {
    groups.push(rowAt(rows[at] as number));
    const gap = at === 0 ? 0 : (rows[at - 1] as number);
    reaches.push({ clause: isLoose ? 'wide' : 'sentence', takesMore: at === 2 && takesMore, gap, ends });
  }
  return {
    key: keys[key as number] as string,
    groups,
    reaches,
    ...(isLoose ? { isLoose } : {}),
    ...((marks & MARKS.isNominal) > 0 ? { isNominal: true } : {}),
  };
}

/** The table of a name. Throws where `data/phrases.json` has none: `npm run knowledge` was not run. */
export const phraseTable = onceEach(new Map<string, PhraseTable>(), (name) => {
  const table = packed().tables[name];
  if (table === undefined) throw new Error(`there is no table of phrases ${name}: run npm run knowledge`);
  return new PhraseTable(table);
});
