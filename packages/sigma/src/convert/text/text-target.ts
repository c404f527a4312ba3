import type { TargetId } from '../../catalogue/targets.js';
import type { Condition } from '../../model/condition.js';
import type { Aggregation, RuleCondition, SigmaCorrelation, SigmaRule } from '../../model/rule.js';
import type { ConversionContext, ReferredDocuments, Target } from '../target.js';

/** A query language as a target: it says how a condition becomes a query, and how events are counted. */
export abstract class TextTarget<Id extends string = TargetId> implements Target<Id> {
  abstract readonly id: Id;
  readonly backtracks: boolean = false;

  convertCondition(rule: SigmaRule, { tree, aggregation }: RuleCondition, ctx: ConversionContext): string {
    if (aggregation === undefined) return this.query(rule, tree, ctx);
    return this.counted(rule, tree, aggregation, ctx);
  }

  abstract convertCorrelation(
    correlation: SigmaCorrelation,
    referred: ReferredDocuments,
    ctx: ConversionContext,
  ): string;

  /** The query for a condition of a rule that counts nothing, the scope of its log source included. */
  protected abstract query(rule: SigmaRule, tree: Condition, ctx: ConversionContext): string;

  /** A condition with an old aggregation tail. */
  protected abstract counted(
    rule: SigmaRule,
    tree: Condition,
    aggregation: Aggregation,
    ctx: ConversionContext,
  ): string;
}
