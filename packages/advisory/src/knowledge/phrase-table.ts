import { lazyData } from '../data-file.js';
import { onceEach } from '../once.js';
import type { PhraseForm, Row } from './phrase-form.js';
import { grammar } from './phrase-tokens.js';

/**
 * Phrases as `data/phrases.json` stores them. What they share stands once: stems, positions as lists of stems, rows as lists of positions, shapes.
 */
interface PackedPhrases {
  readonly stems: readonly string[];
  readonly positions: readonly (readonly number[])[];
  readonly rows: readonly (readonly number[])[];
  /** What forms have besides words: which of their positions `rarestAmong` chose, their marks, and how many words may stand before each row but the first. */
  readonly shapes: readonly (readonly number[])[];
  readonly tables: Readonly<Record<string, PackedTable>>;
}

/** By key, its forms one after the other: each is the number of its shape, and its rows. */
type PackedTable = Readonly<Record<string, readonly number[]>>;

/** The marks of a form's shape, as bits. */
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
  /** It stands behind what it was done to, which may have others joined to it: "the disks, the keys and the vaults were deleted". */
  readonly isBehindSeries: boolean;
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
  private readonly stems = new Map<string, OfStem>();
  private readonly forms: readonly PackedForm[];
  private readonly phrases: (Phrase | undefined)[] = [];
  /** By position, the last search whose words had one of its stems. */
  private readonly seen = new Uint32Array(packed().positions.length);
  private search = 0;

  constructor(table: PackedTable) {
    this.forms = Object.entries(table).flatMap(([key, forms]) => formsIn(key, forms));
    this.rarest = Uint32Array.from(this.forms, rarestPosition);
    const ofStem = onceEach(this.stems, () => ({ rare: [], begun: [] }));
    const { stems, positions } = packed();
    const stemsOf = (position: number): readonly OfStem[] =>
      (positions[position] ?? []).map((stem) => ofStem(stems[stem] as string));
    for (const position of new Set(this.rarest)) for (const { rare } of stemsOf(position)) rare.push(position);
    for (const [number, form] of this.forms.entries())
      for (const { begun } of stemsOf(firstPosition(form))) begun.push(number);
  }

  /** Begins a search among words, and gives the numbers of the phrases that begin with each of them. */
  begin(tokens: readonly { readonly stem: string }[]): readonly (readonly number[] | undefined)[] {
    this.search += 1;
    const { stems, seen, search } = this;
    return tokens.map(({ stem }) => {
      const known = stems.get(stem);
      if (known !== undefined) for (const position of known.rare) seen[position] = search;
      return known?.begun;
    });
  }

  /** Whether the words of the search have what a phrase cannot be without. Most phrases are out by that alone. */
  isPossible(number: number): boolean {
    return this.seen[this.rarest[number] as number] === this.search;
  }

  /** The phrase of a number. */
  at(number: number): Phrase {
    const phrase = this.phrases[number] ?? unpacked(this.forms[number] as PackedForm);
    this.phrases[number] = phrase;
    return phrase;
  }
}

/** What a table has of a stem. */
interface OfStem {
  /** The positions of it that phrases cannot be without. */
  readonly rare: number[];
  /** The numbers of the phrases that begin with it, in the table's order. */
  readonly begun: number[];
}

/** A form with the key of its hits. */
interface PackedForm {
  readonly key: string;
  readonly shape: readonly number[];
  readonly rows: readonly number[];
}

function formsIn(key: string, numbers: readonly number[]): readonly PackedForm[] {
  const forms: PackedForm[] = [];
  for (let at = 0; at < numbers.length; ) {
    const shape = packed().shapes[numbers[at] as number] ?? [];
    const end = at + shape.length;
    forms.push({ key, shape, rows: numbers.slice(at + 1, end) });
    at = end;
  }
  return forms;
}

const firstPosition = ({ rows }: PackedForm): number => packed().rows[rows[0] as number]?.[0] as number;

/** The position that a form's shape names by its place among those of all its rows. */
function rarestPosition({ shape, rows }: PackedForm): number {
  let place = shape[0] as number;
  for (const row of rows) {
    const positions = packed().rows[row] ?? [];
    if (place < positions.length) return positions[place] as number;
    place -= positions.length;
  }
  throw new Error('a packed phrase has no position of that place');
}

function unpacked({ key, shape, rows }: PackedForm): Phrase {
  const [, marks = 0, ...gaps] = shape;
  const isLoose = (marks & MARKS.isLoose) > 0;
  const takesMore = (marks & MARKS.takesMore) > 0;
  const { notDone, means, barred } = grammar();
  const isPassive = (marks & MARKS.isPassive) > 0;
  const ends = isLoose ? notDone : isPassive ? means : barred;
  return {
    key,
    groups: rows.map(rowAt),
    reaches: rows.map((_, at) => ({
      clause: isLoose ? 'wide' : 'sentence',
      takesMore: at === 1 && takesMore,
      isBehindSeries: at === 1 && isPassive,
      gap: at === 0 ? 0 : (gaps[at - 1] ?? 0),
      ends,
    })),
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
