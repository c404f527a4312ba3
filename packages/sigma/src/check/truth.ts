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
  const leaves = [...atoms.values()];
  let seen: boolean | undefined;
  for (let row = 0; row < 1 << leaves.length; row++) {
    if (excludesItself(leaves, row)) continue;
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

/** Whether a row has two leaves true that exclude each other. */
function excludesItself(leaves: readonly (FieldTest | undefined)[], row: number): boolean {
  for (let a = 0; a < leaves.length; a++) {
    if ((row & (1 << a)) === 0) continue;
    for (let b = a + 1; b < leaves.length; b++) {
      if ((row & (1 << b)) !== 0 && areDisjoint(leaves[a], leaves[b])) return true;
    }
  }
  return false;
}

/** Two tests on one field for different whole values. A field with several values could satisfy both, which such rules do not mean. */
function areDisjoint(a: FieldTest | undefined, b: FieldTest | undefined): boolean {
  if (a === undefined || b === undefined || a.field !== b.field) return false;
  const [left, right] = [wholeValues(a), wholeValues(b)];
  return left !== undefined && right !== undefined && left.every((value) => !right.includes(value));
}

function wholeValues({ tests, join }: FieldTest): string[] | undefined {
  if (join === 'all') return undefined;
  const values: string[] = [];
  for (const test of tests) {
    if (test.op === 'string' && test.pattern.shape === 'exact') values.push(test.pattern.literal.toLowerCase());
    else if (test.op === 'number') values.push(String(test.value));
    else return undefined;
  }
  return values;
}
