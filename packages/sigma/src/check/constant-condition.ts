import type { Condition, FieldTest } from '../model/condition.js';

/** Most different leaves of a condition whose truth table is computed: 2^12 rows. */
const ATOMS_MAX = 12;
/** Most nodes of a condition whose truth table is computed. */
const NODES_MAX = 400;

/**
 * Whether a condition holds for every event, or for none. Every combination of its leaves is tried, except that leaves on one field which
 * exclude each other (`F: a` and `F: b`) never hold together. Undefined where it depends on the event, or the condition is too large.
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

/**
 * The whole values that a leaf compares with, in lower case. A field with several values could satisfy two such leaves, but rules of this
 * form do not mean that.
 */
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
