import type { RuleReferenceTree } from '../model/rule.js';

/** Whether the expression asks for every rule and nothing else, as a plain list of rules does. */
export function isPlainAnd(node: RuleReferenceTree, rules: number): boolean {
  if (node.kind === 'reference') return rules === 1;
  return (
    node.kind === 'and' && node.children.length === rules && node.children.every(({ kind }) => kind === 'reference')
  );
}
