import { type BooleanSyntax, type Rendered, textOf } from '../../convert/walk.js';

/** EQL's operators. Negations and nested groups have parentheses, so that no reader needs their precedence. */
export const EQL_SYNTAX: BooleanSyntax = {
  and: ' and ',
  or: ' or ',
  not: (operand) => `not ${operand}`,
  notGroupsAtoms: true,
  alwaysGroup: true,
};

/** The query for single events that satisfy an expression. */
export function eventQuery(expression: Rendered): string {
  return `any where ${typeof expression === 'boolean' ? expression : textOf(expression)}`;
}
