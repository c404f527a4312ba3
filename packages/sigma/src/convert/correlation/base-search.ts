import type { Condition } from '../../model/condition.js';
import type { RuleCondition, SigmaCorrelation, SigmaRule } from '../../model/rule.js';
import type { ConversionContext } from '../target.js';
import type { Counting } from './counting.js';

/**
 * The condition on all events that a rule's condition involves. For `near` these are the events of any of its parts; `tree` has only the
 * first.
 */
export function baseTree({ tree, aggregation }: RuleCondition): Condition {
  const near = aggregation?.near;
  if (near === undefined) return tree;
  return { kind: 'or', children: near.flatMap((part) => (part.kind === 'or' ? part.children : [part])) };
}

/** The condition on all events that any of a rule's conditions involves. */
export function eventsTree(conditions: readonly RuleCondition[]): Condition {
  const trees = conditions.map(baseTree);
  const [only] = trees;
  if (only !== undefined && trees.length === 1) return only;
  return { kind: 'or', children: trees.flatMap((tree) => (tree.kind === 'or' ? tree.children : [tree])) };
}

/** The rules whose events a correlation involves, including those behind other correlations, each once, in the order of the references. */
export function baseRules(correlation: SigmaCorrelation, ctx: ConversionContext): readonly SigmaRule[] {
  const rules = new Set<SigmaRule>();
  const seen = new Set<SigmaCorrelation>();
  const follow = (each: SigmaCorrelation): void => {
    seen.add(each);
    for (const document of ctx.referred(each).values()) {
      if (document.kind === 'rule') rules.add(document);
      else if (!seen.has(document)) follow(document);
    }
  };
  follow(correlation);
  return [...rules];
}

/** The events that are counted or ordered: the conditions on them, by log source. */
export function baseEvents(
  counting: Counting,
  ctx: ConversionContext,
): readonly Pick<SigmaRule, 'logsource' | 'conditions'>[] {
  if (counting.kind === 'correlation') return baseRules(counting, ctx);
  return [{ logsource: counting.logsource, conditions: [{ source: '', ...counting }] }];
}
