import type { SigmaCollection, SigmaCorrelation, SigmaRule } from '../model/rule.js';
import { indexReferences } from '../parse/references.js';
import { unknownRule } from './unknown-rule.js';

/**
 * The rules whose matches a correlation counts, through other correlations too, or the rule itself where it has an aggregation tail. An
 * event that satisfies none of them cannot count. Throws a `SigmaError` (UnknownRule) when a referenced rule is not in the collection.
 */
export function countedRules(
  document: SigmaRule | SigmaCorrelation,
  collection: SigmaCollection,
): readonly SigmaRule[] {
  const references = indexReferences(collection.documents);
  const seen = new Set<SigmaRule | SigmaCorrelation>();
  const rules: SigmaRule[] = [];
  const visit = (next: SigmaRule | SigmaCorrelation) => {
    if (seen.has(next)) return;
    seen.add(next);
    if (next.kind === 'rule') {
      rules.push(withNearTrees(next));
      return;
    }
    for (const reference of next.rules) {
      const referred = references.get(reference);
      if (referred === undefined) throw unknownRule(next, reference);
      visit(referred);
    }
  };
  visit(document);
  return rules;
}

/** A `near` tail counts the matches of several trees: each becomes a condition of the rule. */
function withNearTrees(rule: SigmaRule): SigmaRule {
  if (rule.conditions.every(({ aggregation }) => aggregation?.near === undefined)) return rule;
  const conditions = rule.conditions.flatMap((condition) =>
    (condition.aggregation?.near ?? [condition.tree]).map((tree) => ({ source: condition.source, tree })),
  );
  return { ...rule, conditions };
}
