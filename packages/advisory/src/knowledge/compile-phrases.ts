import { formsOf, type PhraseForm } from './phrase-form.js';
import { MARKS } from './phrase-table.js';
import { type PhrasesOfTables, phrasesOfTables } from './phrase-tables.js';

/**
 * The text of `data/phrases.json`, made of the phrases of `data/knowledge.json`: to find their forms takes longer than to read a report. Throws where a phrase names an
 * unknown word list or has no word.
 */
export function compilePhrases(tables: PhrasesOfTables = phrasesOfTables()): string {
  const stems = new Numbering<string>(String);
  const positions = new Numbering<readonly number[]>(String);
  const rows = new Numbering<readonly number[]>(String);
  const positionOf = (position: ReadonlySet<string>): number =>
    positions.of([...position].map((stem) => stems.of(stem)));
  const packed = Object.entries(tables).map(([name, phrases]) => {
    const forms = Object.values(phrases).flatMap((own, key) => own.flatMap(formsOf).map((form) => ({ key, form })));
    const rarest = rarestAmong(forms.map(({ form }) => form));
    const rowsOf = ({ groups, gaps }: PhraseForm): readonly number[] =>
      groups.flatMap((row, at) => [...(at === 0 ? [] : [gaps[at] ?? 0]), rows.of(row.map(positionOf))]);
    const lines = forms.map(({ key, form }) =>
      JSON.stringify([key, positionOf(rarest(form)), marksOf(form), ...rowsOf(form)]),
    );
    const keys = JSON.stringify(Object.keys(phrases));
    return `    ${JSON.stringify(name)}: { "keys": ${keys}, "forms": [${lines.join(',')}] }`;
  });
  const line = (name: string, { items }: { readonly items: readonly unknown[] }): string =>
    `  "${name}": ${JSON.stringify(items)},\n`;
  const shared = `${line('stems', stems)}${line('positions', positions)}${line('rows', rows)}`;
  return `{\n${shared}  "tables": {\n${packed.join(',\n')}\n  }\n}\n`;
}

/** Numbers for different items, in the order in which they come. */
class Numbering<Item> {
  readonly items: Item[] = [];
  private readonly known = new Map<string, number>();
  constructor(private readonly keyOf: (item: Item) => string) {}

  of(item: Item): number {
    const key = this.keyOf(item);
    const before = this.known.get(key);
    if (before !== undefined) return before;
    this.known.set(key, this.items.length);
    return this.items.push(item) - 1;
  }
}

function marksOf(form: PhraseForm): number {
  return Object.entries(MARKS).reduce((sum, [mark, bit]) => sum + (form[mark as keyof typeof MARKS] ? bit : 0), 0);
}

/**
 * A function that gives the position, behind the first, whose stems stand in fewest of some phrases: a text without any of them cannot have
 * the phrase.
 */
function rarestAmong(forms: readonly PhraseForm[]): (form: PhraseForm) => ReadonlySet<string> {
  const uses = new Map<string, number>();
  for (const { groups } of forms)
    for (const position of groups.flat()) for (const stem of position) uses.set(stem, (uses.get(stem) ?? 0) + 1);
  const usesAt = (position: ReadonlySet<string>): number =>
    [...position].reduce((all, stem) => all + (uses.get(stem) ?? 0), 0);
  return ({ groups }) => {
    const [first, ...others] = groups.flat();
    if (first === undefined) throw new Error('a phrase has no word');
    return others.sort((a, b) => usesAt(a) - usesAt(b))[0] ?? first;
  };
}
