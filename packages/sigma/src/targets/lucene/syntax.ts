import type { BooleanSyntax } from '../../convert/walk.js';

/** Lucene's operators. A negation needs something positive beside it, and mixed operators always need parentheses. */
export const LUCENE_SYNTAX: BooleanSyntax = {
  and: ' AND ',
  or: ' OR ',
  not: (operand) => `NOT ${operand}`,
  alwaysGroup: true,
  everything: '*:*',
};
