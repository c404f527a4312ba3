import type { Aggregation, RuleReferenceTree } from '../../model/rule.js';
import { type BooleanSyntax, joinRendered, type Rendered, renderNot } from '../walk.js';

/** Whether a correlation is found by one order of all its rules. Where only some of them must match there is no one order. */
export function hasOneOrder(correlation: {
  readonly aggregation: Aggregation;
  readonly expression?: RuleReferenceTree | undefined;
  readonly rules: readonly string[];
}): boolean {
  const { aggregation, expression, rules } = correlation;
  if (aggregation.type !== 'temporal_ordered' || aggregation.thresholds.length > 0) return false;
  return expression === undefined || isPlainAnd(expression, rules.length);
}

/** Whether the expression demands every rule and nothing else, like a plain list of rules. */
function isPlainAnd(node: RuleReferenceTree, rules: number): boolean {
  if (node.kind === 'reference') return rules === 1;
  return (
    node.kind === 'and' && node.children.length === rules && node.children.every(({ kind }) => kind === 'reference')
  );
}

/** An expression over rules in a query language; `seen` writes that one of them matched. */
export function renderReferences(
  tree: RuleReferenceTree,
  syntax: BooleanSyntax,
  seen: (reference: string) => string,
): Rendered {
  if (tree.kind === 'reference') return seen(tree.reference);
  if (tree.kind === 'not') return renderNot(renderReferences(tree.child, syntax, seen), syntax);
  return joinRendered(
    tree.kind,
    tree.children.map((child) => renderReferences(child, syntax, seen)),
    syntax,
  );
}
