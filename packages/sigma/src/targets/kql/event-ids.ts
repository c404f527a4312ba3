import type { Condition, ValueTest } from '../../model/condition.js';

/**
 * The event ids of which a condition demands one: those of `EventID` tests that occur in every branch of its alternatives. Undefined where
 * some branch has none.
 */
export function demandedEventIds(node: Condition): readonly ValueTest[] | undefined {
  switch (node.kind) {
    case 'field':
      if (node.field !== 'EventID' || (node.join === 'all' && node.tests.length > 1)) return undefined;
      return node.tests.every(({ op }) => op === 'number') ? node.tests : undefined;
    case 'and': {
      for (const child of node.children) {
        const ids = demandedEventIds(child);
        if (ids !== undefined) return ids;
      }
      return undefined;
    }
    case 'or': {
      const all: ValueTest[] = [];
      for (const child of node.children) {
        const ids = demandedEventIds(child);
        if (ids === undefined) return undefined;
        all.push(...ids);
      }
      return all;
    }
    default:
      return undefined;
  }
}
