import type { Note } from '../convert/note.js';
import { partOf } from '../convert/text/leaf-scope.js';
import type { Condition } from '../model/condition.js';
import type { SigmaCorrelation, SigmaRule } from '../model/rule.js';

/**
 * Why nothing of what a rule tests is in its query, which would find every event of the log: the first of the notes on tests that were left out.
 * Undefined where a test is left.
 */
export function nothingSaid(document: SigmaRule | SigmaCorrelation, notes: readonly Note[]): string | undefined {
  if (document.kind === 'correlation') return undefined;
  const leftOut = notes.filter(({ code, part }) => code === 'test_dropped' && part !== undefined);
  const dropped = new Set(leftOut.map(({ part = '' }) => part));
  return document.conditions.some(({ tree }) => isAlways(tree, false, dropped)) ? leftOut[0]?.message : undefined;
}

/** Whether a part holds always, or under a `not` never, with the tests that were left out. */
function isAlways(node: Condition, negated: boolean, dropped: ReadonlySet<string>): boolean {
  switch (node.kind) {
    case 'field':
      // Of values that must all be there, the others are still asked for.
      return dropped.has(partOf(node.path)) && !(node.join === 'all' && node.tests.length > 1);
    case 'keyword':
      return dropped.has(partOf(node.path));
    case 'not':
      return isAlways(node.child, !negated, dropped);
    default: {
      const one = (child: Condition) => isAlways(child, negated, dropped);
      return (node.kind === 'and') === negated ? node.children.some(one) : node.children.every(one);
    }
  }
}
