import type { BooleanSyntax } from '../../convert/walk.js';

/** The search command: AND is implied, and OR binds tighter than it, so nested groups always stand in parentheses. */
export const SEARCH: BooleanSyntax = { and: ' ', or: ' OR ', not: negateSearch, alwaysGroup: true };

/** Eval expressions: NOT before AND before OR; grouped all the same, as a reader of both commands would otherwise stumble. */
export const EVAL: BooleanSyntax = { and: ' AND ', or: ' OR ', not: (operand) => `NOT ${operand}`, alwaysGroup: true };

/** `not` of a missing-field test is the test for its presence. */
function negateSearch(operand: string): string {
  if (operand.startsWith('(NOT ') && operand.endsWith('=*)')) {
    const inner = operand.slice(5, -1);
    if (!inner.includes(' ') && !inner.includes('"')) return inner;
  }
  return `NOT ${operand}`;
}
