import type { TargetId } from '../../catalogue/targets.js';
import type { Condition } from '../../model/condition.js';
import type { Aggregation, Logsource, SigmaCorrelation, SigmaRule } from '../../model/rule.js';
import { baseRules, baseTree } from '../correlation/base-search.js';
import type { ConversionContext, ReferredDocuments } from '../target.js';
import { type BooleanSyntax, joinRendered, type Rendered } from '../walk.js';
import { TextTarget } from './text-target.js';

/**
 * A language whose query is one boolean expression. It gives `search`, the expression of one condition, and `finished`, the text of a whole
 * one. Such a language does not count or order events: the query is the base search, with `uncounted` as its note.
 */
export abstract class ExpressionTarget<Id extends string = TargetId> extends TextTarget<Id> {
  protected abstract readonly syntax: BooleanSyntax;
  /** What the reader should know of a query without its counting. */
  protected abstract readonly uncounted: string;

  /** The condition on the events of a log source, its scope included. */
  protected abstract search(logsource: Logsource, tree: Condition, ctx: ConversionContext): Rendered;

  /** The whole query of an expression. */
  protected abstract finished(expression: Rendered, ctx: ConversionContext): string;

  protected query({ logsource }: SigmaRule, tree: Condition, ctx: ConversionContext): string {
    return this.finished(this.search(logsource, tree, ctx), ctx);
  }

  protected counted(rule: SigmaRule, tree: Condition, aggregation: Aggregation, ctx: ConversionContext): string {
    this.noteUncounted(ctx);
    return this.query(rule, baseTree({ source: '', tree, aggregation }), ctx);
  }

  /** Every event that any of the referenced rules would match, which is what the counting needs. */
  convertCorrelation(_correlation: SigmaCorrelation, referred: ReferredDocuments, ctx: ConversionContext): string {
    this.noteUncounted(ctx);
    const searches = baseRules(referred, ctx).flatMap(({ logsource, conditions }) =>
      conditions.map((condition) => this.search(logsource, baseTree(condition), ctx)),
    );
    return this.finished(searches.length === 0 ? true : joinRendered('or', searches, this.syntax), ctx);
  }

  private noteUncounted(ctx: ConversionContext): void {
    ctx.note({ code: 'aggregation_dropped', message: this.uncounted });
  }
}
