import type { RegexNode } from '../../regex/tree.js';

/** How an alternative of an expression relates to the ends of the value. */
export type Edge = 'open' | 'anchored' | 'boundary';

/** An alternative of a whole expression without its anchors. */
export interface Branch {
  readonly start: Edge;
  readonly items: readonly RegexNode[];
  readonly end: Edge;
}

const MAX_BRANCHES = 32;
const MAX_UNROLLED = 8;

/**
 * The alternatives of an expression with their anchors separated, since Lucene's expressions are always anchored. None where no text can
 * match; undefined where there are too many.
 */
export function branchesOf(tree: RegexNode): readonly Branch[] | undefined {
  const pruned = prune(tree, true, true);
  if (pruned === undefined) return [];
  const branches: Branch[] = [];
  for (const option of pruned.kind === 'either' ? pruned.options : [pruned]) {
    for (const opened of atEdge([option], 'first')) {
      for (const closed of atEdge(opened.items, 'last')) {
        branches.push({ start: opened.edge, items: closed.items, end: closed.edge });
        if (branches.length > MAX_BRANCHES) return undefined;
      }
    }
  }
  return branches;
}

/** Removes parts that can never match: a `^` after or a `$` before something that takes characters. Undefined where nothing is left. */
function prune(node: RegexNode, first: boolean, last: boolean): RegexNode | undefined {
  switch (node.kind) {
    case 'start':
      return first ? node : undefined;
    case 'end':
      return last ? node : undefined;
    case 'either': {
      const options = node.options.flatMap((option) => prune(option, first, last) ?? []);
      return options.length === 0 ? undefined : options.length === 1 ? options[0] : { kind: 'either', options };
    }
    case 'sequence':
      return pruneSequence(node.items, first, last);
    case 'repeat':
      // Repetitions whose ends differ by an anchor are written out, so that each can be handled separately.
      if (node.min === node.max && node.max <= MAX_UNROLLED && node.max > 0 && holdsAnchor(node.item)) {
        return prune({ kind: 'sequence', items: Array<RegexNode>(node.max).fill(node.item) }, first, last);
      }
      return node;
    default:
      return node;
  }
}

function pruneSequence(nodes: readonly RegexNode[], first: boolean, last: boolean): RegexNode | undefined {
  const items: RegexNode[] = [];
  for (const [index, item] of nodes.entries()) {
    const kept = prune(
      item,
      first && nodes.slice(0, index).every(mayBeEmpty),
      last && nodes.slice(index + 1).every(mayBeEmpty),
    );
    if (kept === undefined) return undefined;
    items.push(kept);
  }
  return { kind: 'sequence', items };
}

function mayBeEmpty(node: RegexNode): boolean {
  switch (node.kind) {
    case 'set':
    case 'dot':
      return false;
    case 'sequence':
      return node.items.every(mayBeEmpty);
    case 'either':
      return node.options.some(mayBeEmpty);
    case 'repeat':
      return node.min === 0 || mayBeEmpty(node.item);
    default:
      return true;
  }
}

function holdsAnchor(node: RegexNode): boolean {
  if (node.kind === 'either') return node.options.some(holdsAnchor);
  if (node.kind === 'sequence') return node.items.some(holdsAnchor);
  return node.kind === 'start' || node.kind === 'end';
}

/** Removes the anchors at one end of a sequence; groups with anchors there are opened. */
function atEdge(
  items: readonly RegexNode[],
  side: 'first' | 'last',
): readonly { edge: Edge; items: readonly RegexNode[] }[] {
  const node = side === 'first' ? items[0] : items.at(-1);
  const rest = side === 'first' ? items.slice(1) : items.slice(0, -1);
  const joined = (inner: readonly RegexNode[]) => (side === 'first' ? [...inner, ...rest] : [...rest, ...inner]);
  switch (node?.kind) {
    case 'start':
    case 'end':
      // `$` at the beginning or `^` at the end is not an anchor of this end. It is left to the writer, which drops it as wider.
      if ((node.kind === 'start') !== (side === 'first')) break;
      return atEdge(rest, side).map((inner) => ({ ...inner, edge: 'anchored' }));
    case 'boundary':
      return [{ edge: 'boundary', items: rest }];
    case 'sequence':
      return node.items.length === 0 && rest.length === 0
        ? [{ edge: 'open', items: [] }]
        : atEdge(joined(node.items), side);
    case 'either':
      if (node.options.some((option) => hasAnchor(option, side))) {
        return node.options.flatMap((option) => atEdge(joined([option]), side)).slice(0, MAX_BRANCHES + 1);
      }
      break;
    default:
  }
  return [{ edge: 'open', items }];
}

function hasAnchor(node: RegexNode, side: 'first' | 'last'): boolean {
  if (node.kind === 'start' || node.kind === 'end' || node.kind === 'boundary') return true;
  if (node.kind === 'either') return node.options.some((option) => hasAnchor(option, side));
  if (node.kind !== 'sequence') return false;
  const edge = side === 'first' ? node.items[0] : node.items.at(-1);
  return edge !== undefined && hasAnchor(edge, side);
}
