import { formsOf, type PhraseForm } from './phrase-form.js';
import { MARKS } from './phrase-table.js';
import { phrasesOfTables } from './phrase-tables.js';

/**
 * The text of `data/phrases.json`, made of the phrases of `data/knowledge.json`: to find their forms takes
 * longer than to read a report. Throws where a phrase names an unknown word list or has no word.
 */
export function compilePhrases(): string {
  const stems = new Numbering<string>(String);
  const positions = new Numbering<readonly number[]>(String);
  const rows = new Numbering<readonly number[]>(String);
  const shapes = new Numbering<readonly number[]>(String);
  const positionOf = (position: ReadonlySet<string>): number =>
    positions.of([...position].map((stem) => stems.of(stem)));
  const packed = Object.entries(phrasesOfTables()).map(([name, phrases]) => {
    const byKey = Object.entries(phrases).map(([key, own]) => ({ key, forms: own.flatMap(formsOf) }));
    const rarest = rarestAmong(byKey.flatMap(({ forms }) => forms));
    const packedOf = (form: PhraseForm): readonly number[] => [
      shapes.of([rarest(form), marksOf(form), ...form.groups.slice(1).map((_, at) => form.gaps[at + 1] ?? 0)]),
      ...form.groups.map((row) => rows.of(row.map(positionOf))),
    ];
    return { name, keys: byKey.map(({ key, forms }) => ({ key, forms: forms.map(packedOf) })) };
  });
  const ranks = rows.rank();
  const tables = packed.map(({ name, keys }) => {
    const lines = keys.map(({ key, forms }) => {
      const numbers = forms.flatMap(([shape, ...own]) => [shape, ...own.map((row) => ranks[row])]);
      return `${JSON.stringify(key)}: ${JSON.stringify(numbers)}`;
    });
    return `    ${JSON.stringify(name)}: {\n      ${lines.join(',\n      ')}\n    }`;
  });
  const line = (name: string, { items }: { readonly items: readonly unknown[] }): string =>
    `  "${name}": ${JSON.stringify(items)},\n`;
  const shared = [line('stems', stems), line('positions', positions), line('rows', rows), line('shapes', shapes)];
  return `{\n${shared.join('')}  "tables": {\n${tables.join(',\n')}\n  }\n}\n`;
}

/** Numbers for different items, in the order in which they come. */
class Numbering<Item> {
  items: Item[] = [];
  private readonly uses: number[] = [];
  private readonly known = new Map<string, number>();
  constructor(private readonly keyOf: (item: Item) => string) {}

  of(item: Item): number {
    const key = this.keyOf(item);
    const number = this.known.get(key) ?? this.items.length;
    if (number === this.items.length) {
      this.known.set(key, number);
      this.items.push(item);
    }
    this.uses[number] = (this.uses[number] ?? 0) + 1;
    return number;
  }

  /** Numbers the items anew, those that are used most first, whose numbers are then the shortest. Gives each new number by the one before. */
  rank(): readonly number[] {
    const order = [...this.items.keys()].sort((a, b) => (this.uses[b] as number) - (this.uses[a] as number));
    const ranks: number[] = [];
    for (const [rank, before] of order.entries()) ranks[before] = rank;
    this.items = order.map((before) => this.items[before] as Item);
    return ranks;
  }
}

function marksOf(form: PhraseForm): number {
  return Object.entries(MARKS).reduce((sum, [mark, bit]) => sum + (form[mark as keyof typeof MARKS] ? bit : 0), 0);
}

/**
 * A function that gives the place, among all positions of a phrase, of that behind the first whose stems stand in fewest of some phrases: a text
 * without any of them cannot have the phrase.
 */
function rarestAmong(forms: readonly PhraseForm[]): (form: PhraseForm) => number {
  const uses = new Map<string, number>();
  for (const { groups } of forms)
    for (const position of groups.flat()) for (const stem of position) uses.set(stem, (uses.get(stem) ?? 0) + 1);
  const usesAt = (position: ReadonlySet<string>): number =>
    [...position].reduce((all, stem) => all + (uses.get(stem) ?? 0), 0);
  return ({ groups }) => {
    const counts = groups.flat().map(usesAt);
    if (counts.length === 0) throw new Error('a phrase has no word');
    return Math.max(0, counts.indexOf(Math.min(...counts.slice(1)), 1));
  };
}
