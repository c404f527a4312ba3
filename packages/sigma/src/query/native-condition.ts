import type { Condition, FieldTest } from '../model/condition.js';
import type { QueryLeaf, QueryNode } from './query-tree.js';

/** What a query demands, as a condition on the product's own names: alternatives on one name are one leaf. `selection` names it in notes. */
export function nativeCondition(node: QueryNode, selection: string): Condition {
  switch (node.kind) {
    case 'not':
      return { kind: 'not', child: nativeCondition(node.child, selection) };
    case 'test':
      return testsOf([node], selection);
    case 'constant':
      throw new TypeError('the query restricts nothing');
    default: {
      const leaves = node.children.filter((child) => child.kind === 'test');
      const alike = leaves.length === node.children.length && leaves.every(({ field }) => field === leaves[0]?.field);
      if (node.kind === 'or' && alike) return testsOf(leaves, selection);
      return { kind: node.kind, children: node.children.map((child) => nativeCondition(child, selection)) };
    }
  }
}

function testsOf(leaves: readonly QueryLeaf[], selection: string): FieldTest {
  const tests = leaves.map(({ test }) => {
    if (test.op === 'term') throw new TypeError(`a word, "${test.literal}", is no test of a rule`);
    return test.op === 'string' ? { ...test, cased: false } : test;
  });
  return { kind: 'field', field: leaves[0]?.field ?? '', join: 'any', tests, path: { selection, item: '' } };
}
