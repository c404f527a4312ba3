/** Inclusive range of code points. */
export type CodeRange = readonly [number, number];

/**
 * A parsed regular expression of the PCRE subset. `fold` marks parts under the flag i, `all` a dot under s. `unknown` is a text that cannot
 * be known (a back-reference). An atomic group is a possessive repetition of one.
 */
export type RegexNode =
  | { readonly kind: 'set'; readonly ranges: readonly CodeRange[]; readonly negated: boolean; readonly fold: boolean }
  | { readonly kind: 'dot'; readonly all: boolean }
  | { readonly kind: 'sequence'; readonly items: readonly RegexNode[] }
  | { readonly kind: 'either'; readonly options: readonly RegexNode[] }
  | {
      readonly kind: 'repeat';
      readonly item: RegexNode;
      readonly min: number;
      readonly max: number;
      readonly mode?: 'lazy' | 'possessive';
    }
  | { readonly kind: 'start' | 'end' | 'boundary' | 'unknown' }
  | Assertion;

/** A condition on the surroundings: a line anchor under m, `\B`, or look-around, whose inner expression must match or must not. */
type Assertion =
  | { readonly kind: 'assertion'; readonly asks: 'line-start' | 'line-end' | 'no-boundary' }
  | {
      readonly kind: 'assertion';
      readonly asks: 'before' | 'after';
      readonly holds: boolean;
      readonly inner: RegexNode;
    };

/** The code points that `\w`, `\d` and `\s` stand for. */
export const WORD: readonly CodeRange[] = [
  [48, 57],
  [65, 90],
  [95, 95],
  [97, 122],
];
export const DIGITS: readonly CodeRange[] = [[48, 57]];
export const SPACE: readonly CodeRange[] = [
  [9, 13],
  [32, 32],
];
export const MAX_CODE = 0x10ffff;

/** The set of one character. */
export function characterNode(code: number, fold: boolean): RegexNode {
  return { kind: 'set', ranges: [[code, code]], negated: false, fold };
}

/** The one character a node stands for, or undefined. */
export function singleCharacter(node: RegexNode): string | undefined {
  if (node.kind !== 'set' || node.negated || node.ranges.length !== 1) return undefined;
  const [from, to] = node.ranges[0] as CodeRange;
  return from === to ? String.fromCodePoint(from) : undefined;
}

/** Sorted ranges without overlaps or gaps of nothing between neighbours. */
export function mergeRanges(ranges: readonly CodeRange[]): readonly CodeRange[] {
  const merged: [number, number][] = [];
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

/** Everything that the ranges leave out. */
export function complementRanges(ranges: readonly CodeRange[]): readonly CodeRange[] {
  const left: CodeRange[] = [];
  let next = 0;
  for (const [from, to] of mergeRanges(ranges)) {
    if (from > next) left.push([next, from - 1]);
    next = to + 1;
  }
  if (next <= MAX_CODE) left.push([next, MAX_CODE]);
  return left;
}

/** Whether every character of a set is a word character, none is, or neither is certain; undefined for nodes that consume nothing. */
export function wordness(node: RegexNode | undefined, side: 'first' | 'last'): 'word' | 'other' | undefined {
  switch (node?.kind) {
    case 'set': {
      const ranges = node.negated ? complementRanges(node.ranges) : node.ranges;
      if (ranges.every((range) => WORD.some(([from, to]) => range[0] >= from && range[1] <= to))) return 'word';
      return ranges.every((range) => WORD.every(([from, to]) => range[1] < from || range[0] > to))
        ? 'other'
        : undefined;
    }
    case 'repeat':
      return node.min > 0 ? wordness(node.item, side) : undefined;
    case 'sequence':
      return wordness(side === 'first' ? node.items[0] : node.items.at(-1), side);
    case 'either': {
      const found = node.options.map((option) => wordness(option, side));
      return found.every((kind) => kind === found[0]) ? found[0] : undefined;
    }
    default:
      return undefined;
  }
}
