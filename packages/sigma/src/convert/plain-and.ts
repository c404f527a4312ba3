import type { RuleReferenceTree } from '../model/rule.js';

/** Whether the expression demands every rule and nothing else, like a plain list of rules. */
export function isPlainAnd(node: RuleReferenceTree, rules: number): boolean {
  if (node.kind === 'reference') return rules === 1;
  return (
    node.kind === 'and' && node.children.length === rules && node.children.every(({ kind }) => kind === 'reference')
  );
}
