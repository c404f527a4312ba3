import type { BooleanSyntax } from '../../convert/walk.js';

/** The search command: AND is implied and OR binds tighter, so nested groups always have parentheses. */
export const SEARCH: BooleanSyntax = { and: ' ', or: ' OR ', not: negateSearch, alwaysGroup: true };

/** Eval expressions: NOT before AND before OR. Groups have parentheses nevertheless, for readers of both commands. */
export const EVAL: BooleanSyntax = { and: ' AND ', or: ' OR ', not: (operand) => `NOT ${operand}`, alwaysGroup: true };

/** The negation of a test for a missing field is the test for its presence. */
function negateSearch(operand: string): string {
  if (operand.startsWith('(NOT ') && operand.endsWith('=*)')) {
    const inner = operand.slice(5, -1);
    if (!inner.includes(' ') && !inner.includes('"')) return inner;
  }
  return `NOT ${operand}`;
}
