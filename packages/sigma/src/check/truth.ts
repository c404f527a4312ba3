import type { Condition, FieldTest } from '../model/condition.js';

/** Truth tables are drawn for at most this many different leaves: 2^12 rows. */
const ATOMS_MAX = 12;
/** Nodes of a tree that a table is drawn for. */
const NODES_MAX = 400;

/**
 * Whether a condition holds, or fails, whatever the event: every combination of its leaves is tried, and leaves on one field that cannot hold
 * together (`F: a` and `F: b`) never do. Undefined where neither is so or the condition is too large to tell.
 */
export function constantOutcome(condition: Condition): boolean | undefined {
  const atoms = new Map<string, FieldTest | undefined>();
  const budget = { nodes: 0 };
  const formula = toFormula(condition, atoms, budget);
  if (formula === undefined || atoms.size > ATOMS_MAX) return undefined;
  const exclusions = exclusionsOf([...atoms.values()]);
  let seen: boolean | undefined;
  for (let row = 0; row < 1 << atoms.size; row++) {
    if (exclusions.some((pair) => (row & pair) === pair)) continue;
    const outcome = formula(row);
    if (seen !== undefined && seen !== outcome) return undefined;
    seen = outcome;
  }
  return seen;
}

type Formula = (row: number) => boolean;

function toFormula(
  node: Condition,
  atoms: Map<string, FieldTest | undefined>,
  budget: { nodes: number },
): Formula | undefined {
  if (++budget.nodes > NODES_MAX) return undefined;
  if (node.kind === 'not') {
    const child = toFormula(node.child, atoms, budget);
    return child === undefined ? undefined : (row) => !child(row);
  }
  if (node.kind === 'field' || node.kind === 'keyword') {
    const { path, ...meaning } = node;
    const key = JSON.stringify(meaning);
    let index = [...atoms.keys()].indexOf(key);
    if (index < 0) {
      index = atoms.size;
      atoms.set(key, node.kind === 'field' ? node : undefined);
      if (index >= ATOMS_MAX) return undefined;
    }
    return (row) => (row & (1 << index)) !== 0;
  }
  const children: Formula[] = [];
  for (const part of node.children) {
    const child = toFormula(part, atoms, budget);
    if (child === undefined) return undefined;
    children.push(child);
  }
  return node.kind === 'and'
    ? (row) => children.every((child) => child(row))
    : (row) => children.some((child) => child(row));
}

/** The pairs of leaves that exclude each other, as bits of a row. */
function exclusionsOf(leaves: readonly (FieldTest | undefined)[]): number[] {
  const values = leaves.map(wholeValues);
  const pairs: number[] = [];
  for (const [a, left] of values.entries()) {
    for (const [b, right] of values.entries()) {
      if (a >= b || left === undefined || right === undefined || leaves[a]?.field !== leaves[b]?.field) continue;
      if ([...left].every((value) => !right.has(value))) pairs.push((1 << a) | (1 << b));
    }
  }
  return pairs;
}

/** The whole values a leaf asks for, in lower case. A field with several values could satisfy two such leaves, which such rules do not mean. */
function wholeValues(leaf: FieldTest | undefined): ReadonlySet<string> | undefined {
  if (leaf === undefined || leaf.join === 'all') return undefined;
  const values = new Set<string>();
  for (const test of leaf.tests) {
    if (test.op === 'string' && test.pattern.shape === 'exact') values.add(test.pattern.literal.toLowerCase());
    else if (test.op === 'number') values.add(String(test.value));
    else return undefined;
  }
  return values;
}
