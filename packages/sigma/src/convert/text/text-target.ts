import type { Condition } from '../../model/condition.js';
import type { RuleCondition, SigmaRule } from '../../model/rule.js';
import { type Counting, tailOf } from '../correlation/counting.js';
import type { Note } from '../note.js';
import type { ConversionContext, Target } from '../target.js';

/** A query language as a target: it says how a condition becomes a query, and how events are counted. */
export abstract class TextTarget implements Target {
  readonly backtracks: boolean = false;
  /** About every query, where readers should know something of its syntax. */
  protected readonly syntaxNote: Note | undefined;

  convertCondition(rule: SigmaRule, { tree, aggregation }: RuleCondition, ctx: ConversionContext): string {
    if (aggregation !== undefined) return this.convertCorrelation(tailOf(rule, tree, aggregation), ctx);
    if (this.syntaxNote !== undefined) ctx.note(this.syntaxNote);
    return this.query(rule, tree, ctx);
  }

  convertCorrelation(counting: Counting, ctx: ConversionContext): string {
    if (this.syntaxNote !== undefined) ctx.note(this.syntaxNote);
    return this.counted(counting, ctx);
  }

  /** The query for a condition of a rule that counts nothing, the scope of its log source included. */
  protected abstract query(rule: SigmaRule, tree: Condition, ctx: ConversionContext): string;

  /** The query for what counts or orders events. */
  protected abstract counted(counting: Counting, ctx: ConversionContext): string;
}
