import type { Condition } from '../../model/condition.js';
import type { Logsource, SigmaRule } from '../../model/rule.js';
import { baseEvents, baseTree } from '../correlation/base-search.js';
import type { Counting } from '../correlation/counting.js';
import { type Joins, joinedQuery } from '../correlation/joins.js';
import type { ConversionContext } from '../target.js';
import { type BooleanSyntax, joinRendered, type Rendered } from '../walk.js';
import { TextTarget } from './text-target.js';

/**
 * A language whose query is one boolean expression. It gives `search`, the expression of one condition, and `finished`, the text of a whole
 * one. Where such a language has no `joins` that find what is counted or ordered, the query is the base search, with `uncounted` as its note.
 */
export abstract class ExpressionTarget extends TextTarget {
  protected abstract readonly syntax: BooleanSyntax;
  /** What the reader should know of a query without its counting. */
  protected abstract readonly uncounted: string;

  /** The condition on the events of a log source, its scope included. */
  protected abstract search(logsource: Logsource, tree: Condition, ctx: ConversionContext): Rendered;

  /** The whole query of an expression. */
  protected abstract finished(expression: Rendered, ctx: ConversionContext): string;

  /** How the language joins events that are counted or ordered, where it does. */
  protected readonly joins: Joins | undefined;

  protected query({ logsource }: SigmaRule, tree: Condition, ctx: ConversionContext): string {
    return this.finished(this.search(logsource, tree, ctx), ctx);
  }

  /** Without a query that counts: every event that any of the rules would match, which is what the counting needs. */
  protected counted(counting: Counting, ctx: ConversionContext): string {
    const searchOf = (logsource: Logsource, tree: Condition) => this.search(logsource, tree, ctx);
    const joined = this.joins && joinedQuery(this.joins, counting, searchOf, this.syntax, ctx);
    if (joined !== undefined) return joined;
    ctx.note({ code: 'aggregation_dropped', message: this.uncounted });
    const searches = baseEvents(counting, ctx).flatMap(({ logsource, conditions }) =>
      conditions.map((condition) => searchOf(logsource, baseTree(condition))),
    );
    return this.finished(searches.length === 0 ? true : joinRendered('or', searches, this.syntax), ctx);
  }
}
