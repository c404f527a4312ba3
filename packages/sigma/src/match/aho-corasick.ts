/** Most table entries of one automaton (16 MB). Where long texts would need more, only shorter pieces of them are looked for. */
const CELLS_MAX = 4_000_000;

/** Longest piece of a text that is looked for. A piece is enough to tell that the whole may be there. */
const PIECE_MAX = 24;

/** Where in the text a piece must lie. */
export type Anchor = 'start' | 'end' | 'anywhere';

/** A text to look for; not empty. */
export interface Needle {
  readonly text: string;
  readonly anchor: Anchor;
  /** What `scan` gives for it. */
  readonly number: number;
}

/**
 * Finds which of many texts may occur in a text, in one pass over it (Aho and Corasick 1975). Of a long needle only a piece is looked for,
 * so that a find is a hint and not a proof; a needle that occurs is always found. Letter case counts.
 */
export class AhoCorasick {
  /** Row per state, column per class of characters → next state. */
  private readonly table: Int32Array;
  private readonly classes: number;
  private readonly ascii = new Uint16Array(128);
  private readonly wide = new Map<number, number>();
  /** Needles that end in a state, those of its suffixes included; undefined for most states. */
  private readonly ends: (readonly Ending[] | undefined)[];

  constructor(needles: readonly Needle[]) {
    let trie = new Trie(needles, PIECE_MAX);
    for (let length = PIECE_MAX / 2; trie.cells > CELLS_MAX && length > 1; length = Math.floor(length / 2)) {
      trie = new Trie(needles, length);
    }
    this.classes = trie.alphabet.size + 1;
    for (const [code, column] of trie.alphabet) {
      if (code < 128) this.ascii[code] = column;
      else this.wide.set(code, column);
    }
    this.ends = trie.ends;
    this.table = fillTable(trie, this.classes);
  }

  /** Calls `found` with the number of each needle that may occur; with the same one several times where it occurs so. */
  scan(text: string, found: (needle: number) => void): void {
    const { table, classes, ascii, wide, ends } = this;
    const last = text.length - 1;
    let state = 0;
    for (let at = 0; at <= last; at++) {
      const code = text.charCodeAt(at);
      const column = code < 128 ? (ascii[code] as number) : (wide.get(code) ?? 0);
      state = table[state * classes + column] as number;
      const ending = ends[state];
      if (ending === undefined) continue;
      for (const { needle, anchor, length } of ending) {
        if (anchor === 'anywhere' || (anchor === 'start' ? at === length - 1 : at === last)) found(needle);
      }
    }
  }
}

interface Ending {
  readonly needle: number;
  readonly anchor: Anchor;
  readonly length: number;
}

/** The needles' pieces as a tree of characters, state 0 at its root. */
class Trie {
  readonly alphabet = new Map<number, number>();
  readonly children: Map<number, number>[] = [new Map()];
  readonly ends: (Ending[] | undefined)[] = [undefined];

  constructor(needles: readonly Needle[], pieceMax: number) {
    for (const { text, anchor, number: needle } of needles) {
      const piece = anchor === 'end' ? text.slice(-pieceMax) : text.slice(0, pieceMax);
      const state = this.add(piece);
      this.ends[state] ??= [];
      this.ends[state].push({ needle, anchor, length: piece.length });
    }
  }

  get cells(): number {
    return this.children.length * (this.alphabet.size + 1);
  }

  private add(piece: string): number {
    let state = 0;
    for (let at = 0; at < piece.length; at++) {
      const code = piece.charCodeAt(at);
      let column = this.alphabet.get(code);
      if (column === undefined) {
        column = this.alphabet.size + 1;
        this.alphabet.set(code, column);
      }
      const below = this.children[state] as Map<number, number>;
      let next = below.get(column);
      if (next === undefined) {
        next = this.children.length;
        below.set(column, next);
        this.children.push(new Map());
        this.ends.push(undefined);
      }
      state = next;
    }
    return state;
  }
}

/** Fills in where each state goes with each class, level by level, and hands the endings of suffixes on. */
function fillTable({ children, ends }: Trie, classes: number): Int32Array {
  const table = new Int32Array(children.length * classes);
  const fallback = new Int32Array(children.length);
  const queue = [0];
  for (const state of queue) {
    const back = fallback[state] as number;
    const row = state * classes;
    if (state !== 0) {
      table.copyWithin(row, back * classes, (back + 1) * classes);
      const inherited = ends[back];
      if (inherited !== undefined) ends[state] = [...(ends[state] ?? []), ...inherited];
    }
    for (const [column, next] of children[state] as Map<number, number>) {
      fallback[next] = state === 0 ? 0 : (table[back * classes + column] as number);
      table[row + column] = next;
      queue.push(next);
    }
  }
  return table;
}
