import { type CodeRange, complementRanges, MAX_CODE, mergeRanges, type RegexNode } from '../../regex/tree.js';

/**
 * Bounds of the products on one expression. They allow 10,000 states and some ten times that in the sets that the states stand for
 * (`max_determinized_states`), and walk the automaton one step per character of the longest path, 1,000 at most. `comparisons` bounds our own work.
 */
const LIMITS = { positions: 900, states: 2000, effort: 10_000, comparisons: 60_000 } as const;

/** The automaton of an expression, a state for each character that it takes; 0 is the state before the first one. */
interface Positions {
  readonly sets: (readonly CodeRange[])[];
  readonly next: Set<number>[];
}

/** Where a part begins and ends, and whether it takes nothing. */
interface Ends {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly empty: boolean;
}

const NOTHING: Ends = { first: [], last: [], empty: true };

/** Whether the products can make a deterministic automaton of an expression, from end to end of a value, within their bounds. */
export function fitsProducts(whole: RegexNode): boolean {
  const positions: Positions = { sets: [[]], next: [new Set()] };
  const ends = placed(whole, positions);
  if (ends === undefined) return false;
  for (const first of ends.first) positions.next[0]?.add(first);
  return isSmall(positions);
}

/** Adds the states of a part; undefined where they become too many. */
function placed(node: RegexNode, positions: Positions): Ends | undefined {
  switch (node.kind) {
    case 'set':
      return position(node.negated ? complementRanges(node.ranges) : mergeRanges(node.ranges), positions);
    case 'dot':
      return position([[0, MAX_CODE]], positions);
    case 'unknown':
      return placed(
        { kind: 'repeat', item: { kind: 'dot', all: true }, min: 0, max: Number.POSITIVE_INFINITY },
        positions,
      );
    case 'sequence':
      return sequence(node.items.length, (index) => placed(node.items[index] as RegexNode, positions), positions);
    case 'either': {
      const parts: Ends[] = [];
      for (const option of node.options) {
        const part = placed(option, positions);
        if (part === undefined) return undefined;
        parts.push(part);
      }
      return {
        first: parts.flatMap(({ first }) => first),
        last: parts.flatMap(({ last }) => last),
        empty: parts.some(({ empty }) => empty),
      };
    }
    case 'repeat':
      return repeated(node, positions);
    default:
      return NOTHING;
  }
}

function position(ranges: readonly CodeRange[], { sets, next }: Positions): Ends | undefined {
  if (sets.length >= LIMITS.positions) return undefined;
  sets.push(ranges);
  next.push(new Set());
  const own = [sets.length - 1];
  return { first: own, last: own, empty: false };
}

function repeated({ item, min, max }: Extract<RegexNode, { kind: 'repeat' }>, positions: Positions): Ends | undefined {
  const isOpen = max === Number.POSITIVE_INFINITY;
  const copies = isOpen ? Math.max(min, 1) : max;
  return sequence(
    copies,
    (index) => {
      const part = placed(item, positions);
      if (part === undefined) return undefined;
      if (isOpen && index === copies - 1) link(part.last, part.first, positions);
      return index >= min ? { ...part, empty: true } : part;
    },
    positions,
  );
}

function sequence(length: number, partAt: (index: number) => Ends | undefined, positions: Positions): Ends | undefined {
  let whole = NOTHING;
  for (let index = 0; index < length; index++) {
    const part = partAt(index);
    if (part === undefined) return undefined;
    link(whole.last, part.first, positions);
    whole = {
      first: whole.empty ? [...whole.first, ...part.first] : whole.first,
      last: part.empty ? [...whole.last, ...part.last] : part.last,
      empty: whole.empty && part.empty,
    };
  }
  return whole;
}

function link(from: readonly number[], to: readonly number[], { next }: Positions): void {
  for (const each of from) for (const other of to) next[each]?.add(other);
}

/** Counts the states of the deterministic automaton up to the bounds. */
function isSmall({ sets, next }: Positions): boolean {
  // One character for each stretch that all sets treat alike.
  const characters = [...new Set(sets.flatMap((ranges) => ranges.flatMap(([from, to]) => [from, to + 1])))];
  const accepts = sets.map((ranges) =>
    characters.map((code) => ranges.some(([from, to]) => from <= code && code <= to)),
  );
  const seen = new Set(['0']);
  const open: (readonly number[])[] = [[0]];
  let effort = 0;
  let comparisons = 0;
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    effort += state.length;
    if (effort > LIMITS.effort || seen.size > LIMITS.states) return false;
    const reached = [...new Set(state.flatMap((each) => [...(next[each] ?? [])]))].sort((a, b) => a - b);
    comparisons += reached.length * characters.length;
    if (comparisons > LIMITS.comparisons) return false;
    for (let at = 0; at < characters.length; at++) {
      const target = reached.filter((each) => accepts[each]?.[at] === true);
      const key = target.join();
      if (target.length === 0 || seen.has(key)) continue;
      seen.add(key);
      open.push(target);
    }
  }
  return true;
}
