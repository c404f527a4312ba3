import { wordPairs, wordSet, words } from './load.js';
import { wordsIn } from './phrase-tokens.js';
import { stem } from './stem.js';

/** A row of words that stand next to each other; each position takes any of its stems. */
export type Row = readonly ReadonlySet<string>[];

/** One order in which a phrase's words may stand. */
export interface PhraseForm {
  /** Rows of adjacent words. */
  readonly groups: readonly Row[];
  /** How many words may stand before each row. */
  readonly gaps: readonly number[];
  /** The last row must be a participle or a noun of its verb ("shadow copy deletion", "with the firewall disabled"). */
  readonly isNominal?: true;
  /** The second row is the object of the first, which may have others before it: "deleted the trail, the detector and the flow logs". */
  readonly takesMore?: true;
  /** The words only have to stand together: "with" and "for" may join them. */
  readonly isLoose?: true;
  /** The last row was done to the first, which must not be what it was done with: "the key was used to delete …". */
  readonly isPassive?: true;
}

const GAP_WORDS = 4;
const NEAR_WORDS = 8;
const SIDES_MAX = 3;
/** Pairs of words with more spellings together than this are not also read with a hyphen. */
const JOINED_MAX = 12;

/** A part of a phrase whose words stand in its own order. */
type Chain = Pick<PhraseForm, 'groups' | 'gaps'>;

/**
 * All orders in which the words of a phrase may stand. `deed > object` is joined by grammar: "deletes the shadow copies", "the shadow copies
 * were deleted", "the deletion of shadow copies", "shadow copy deletion", "turned the firewall off"; `>1` allows one
 * word between them, `>` four. `this & that` are both in one clause, in
 * either order; three may be joined so. Without these, the words stand in the phrase's order, with gaps where it has `~`. Throws where it
 * names an unknown word list, or mixes `>` with `~` or `&`.
 */
export function formsOf(phrase: string): readonly PhraseForm[] {
  return ordersIn(phrase).flatMap((form) => [form, ...hyphenated(form)]);
}

/** A form whose pairs of adjacent words are also written with a hyphen: "command-line logging", "the registry-hive". One pair at a time. */
function hyphenated(form: PhraseForm): readonly PhraseForm[] {
  return form.groups.flatMap((row, group) =>
    row.slice(1).flatMap((second, index): readonly PhraseForm[] => {
      const first = row[index] as ReadonlySet<string>;
      if (first.size * second.size > JOINED_MAX) return [];
      const joined = new Set([...first].flatMap((a) => [...second].map((b) => `${a}-${b}`)));
      const groups = form.groups.with(group, [...row.slice(0, index), joined, ...row.slice(index + 2)]);
      return [{ ...form, groups }];
    }),
  );
}

function ordersIn(phrase: string): readonly PhraseForm[] {
  const parts = phrase.split(' ');
  const [deed, mark, ...object] = parts;
  if (mark?.startsWith('>') && deed !== undefined && !object.some((word) => '~&>'.includes(word[0] ?? '')))
    return joinedByGrammar(deed, mark === '>' ? GAP_WORDS : Number(mark.slice(1)), object);
  if (parts.some((part) => part.startsWith('>'))) throw new Error(`"${phrase}" is no deed, ">" and a plain object`);
  const sides = splitAt(parts, '&').map(chainsOf);
  if (sides.length > SIDES_MAX) throw new Error(`"${phrase}" joins more than ${SIDES_MAX} parts`);
  if (sides.length > 1) return ordersOf(sides).flatMap(joined);
  return (sides[0] ?? []).flatMap((chain): readonly PhraseForm[] => {
    const [verb, thing] = chain.groups;
    const isDeed = chain.groups.length === 2 && verb?.length === 1 && thing !== undefined;
    return isDeed ? [{ ...chain, takesMore: true }, passive(verb, thing)] : [chain];
  });
}

function splitAt(parts: readonly string[], mark: string): readonly (readonly string[])[] {
  const sides: string[][] = [[]];
  for (const part of parts) {
    if (part === mark) sides.push([]);
    else sides.at(-1)?.push(part);
  }
  return sides;
}

function ordersOf<T>(list: readonly T[]): readonly (readonly T[])[] {
  if (list.length < 2) return [list];
  return list.flatMap((first, index) => ordersOf(list.toSpliced(index, 1)).map((rest) => [first, ...rest]));
}

/** The sides one after the other, each in all its ways. */
function joined(sides: readonly (readonly Chain[])[]): readonly PhraseForm[] {
  let forms: readonly PhraseForm[] = [{ groups: [], gaps: [], isLoose: true }];
  for (const ways of sides) {
    forms = forms.flatMap(({ groups, gaps }) =>
      ways.map((way): PhraseForm => {
        const [, ...inner] = way.gaps;
        const gap = groups.length === 0 ? 0 : NEAR_WORDS;
        return { groups: [...groups, ...way.groups], gaps: [...gaps, gap, ...inner], isLoose: true };
      }),
    );
  }
  return forms;
}

/** The ways of a part without `>` and `&`. */
function chainsOf(parts: readonly string[]): readonly Chain[] {
  let chains: readonly Chain[] = [{ groups: [], gaps: [] }];
  let gap = 0;
  let row: string[] = [];
  const end = (next: number): void => {
    chains = chains.flatMap(({ groups, gaps }) =>
      rowsOf(row).map((way) => ({ groups: [...groups, way], gaps: [...gaps, gap] })),
    );
    gap = next;
    row = [];
  };
  for (const part of parts) {
    if (part.startsWith('~')) end(part === '~' ? GAP_WORDS : Number(part.slice(1)));
    else row.push(part);
  }
  end(0);
  return chains;
}

function joinedByGrammar(deed: string, gap: number, object: readonly string[]): readonly PhraseForm[] {
  const verbs = rowsOf([deed], true);
  return rowsOf(object).flatMap((thing) =>
    verbs.flatMap((verb): readonly PhraseForm[] => {
      const [first, particle] = verb;
      if (first?.has(NO) === true) return ended(verb, thing, gap);
      const forms: PhraseForm[] = [{ groups: [verb, thing], gaps: [0, gap], takesMore: true }, passive(verb, thing)];
      if (first === undefined || particle === undefined)
        return [...forms, { groups: [thing, verb], gaps: [0, 0], isNominal: true }];
      return [...forms, { groups: [[first], thing, [particle]], gaps: [0, gap, 1] }];
    }),
  );
}

const NO = 'no';
const ABLE: ReadonlySet<string> = new Set(['can', 'could']);

/**
 * What a thing does no longer is told with it before ("the firewall no longer ran"), or of those who can do something with it no longer ("users could no
 * longer open the registry editor"). Who no longer does it has done it before, which tells nothing of the thing.
 */
function ended(verb: Row, object: Row, gap: number): readonly PhraseForm[] {
  return [
    { groups: [object, verb], gaps: [0, gap] },
    { groups: [[ABLE, ...verb], object], gaps: [0, gap] },
  ];
}

function passive(verb: Row, object: Row): PhraseForm {
  return { groups: [object, [be()], verb], gaps: [0, GAP_WORDS, GAP_WORDS], isPassive: true };
}

/**
 * The rows that some words of a phrase stand for: one of their single words and, where a list among them has lines of two words ("turn off"),
 * one more for each second word. The "no longer" of a list is a deed only where grammar joins it to its object.
 */
function rowsOf(parts: readonly string[], withEnded = false): readonly Row[] {
  const fillers = wordSet('fillers');
  let rows: readonly Row[] = [[]];
  for (const part of parts) {
    if (part === '' || fillers.has(part)) continue;
    const ways = waysOf(part, withEnded);
    rows = rows.flatMap((row) => ways.map((way) => [...row, ...way]));
  }
  return rows;
}

function waysOf(part: string, withEnded: boolean): readonly Row[] {
  const single = new Set<string>();
  const bySecond = new Map<string, Set<string>>();
  const longer: Row[] = [];
  for (const line of part.split('|').flatMap(alternatives)) {
    const [first = '', second, ...others] = line.split(' ').filter(isKept).flatMap(wordsIn).map(verbStem);
    if (first === NO && second !== undefined && !withEnded) continue;
    if (second === undefined) single.add(first);
    else if (others.length > 0) longer.push([first, second, ...others].map((each) => new Set([each])));
    else bySecond.set(second, (bySecond.get(second) ?? new Set()).add(first));
  }
  const pairs = [...bySecond].map(([second, firsts]): Row => [firsts, new Set([second])]);
  return [...(single.size > 0 ? [[single]] : []), ...pairs, ...longer];
}

/** Whether a word of a line is not passed over in texts; "on" belongs to some verbs. */
function isKept(word: string, at: number): boolean {
  return at === 0 || word === 'on' || !wordSet('fillers').has(word);
}

function alternatives(word: string): readonly string[] {
  return word.startsWith('@') ? words(word.slice(1)) : [word];
}

function verbStem(word: string): string {
  return stem(wordPairs('irregular-verbs').get(word) ?? word);
}

function be(): ReadonlySet<string> {
  return new Set(words('forms-of-be').map(stem));
}
