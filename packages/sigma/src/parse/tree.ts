import type { Condition, FieldTest, KeywordTest } from '../model/condition.js';
import type { RuleCondition, SigmaRule } from '../model/rule.js';

/** The conjunction or disjunction of parts. A single part is returned as it is; parts of the same kind are merged. */
export function joinConditions(kind: 'and' | 'or', parts: readonly Condition[]): Condition {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  if (!parts.some((part) => part.kind === kind)) return { kind, children: parts };
  const children: Condition[] = [];
  for (const part of parts) {
    if (part.kind === kind) for (const child of part.children) children.push(child);
    else children.push(part);
  }
  return { kind, children };
}

/** The negation of a part; a double negation is removed. */
export function negateCondition(part: Condition): Condition {
  return part.kind === 'not' ? part.child : { kind: 'not', child: part };
}

/** The detection items of a condition. */
export function leavesOf(
  condition: Condition,
  leaves: (FieldTest | KeywordTest)[] = [],
): readonly (FieldTest | KeywordTest)[] {
  if (condition.kind === 'field' || condition.kind === 'keyword') leaves.push(condition);
  else if (condition.kind === 'not') leavesOf(condition.child, leaves);
  else for (const child of condition.children) leavesOf(child, leaves);
  return leaves;
}

/** The rule with other condition trees; those of a `near` are some of them. */
export function mapConditions(rule: SigmaRule, map: (tree: Condition) => Condition): SigmaRule {
  const conditions = rule.conditions.map((condition): RuleCondition => {
    const near = condition.aggregation?.near;
    return {
      ...condition,
      tree: map(condition.tree),
      ...(condition.aggregation === undefined || near === undefined
        ? {}
        : { aggregation: { ...condition.aggregation, near: near.map(map) } }),
    };
  });
  return { ...rule, conditions };
}
