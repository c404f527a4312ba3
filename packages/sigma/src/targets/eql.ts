import { membersOf } from '../convert/correlation/members.js';
import type { ConversionContext, ReferredDocuments } from '../convert/target.js';
import { ExpressionTarget } from '../convert/text/expression-target.js';
import { joinRendered, type Rendered, renderCondition } from '../convert/walk.js';
import type { Condition } from '../model/condition.js';
import type { Aggregation, Logsource, SigmaCorrelation, SigmaRule } from '../model/rule.js';
import { fieldName } from './eql/literal.js';
import { scopeOf } from './eql/scope.js';
import { correlated, type Step } from './eql/sequence.js';
import { EQL_SYNTAX, eventQuery } from './eql/syntax.js';
import { EqlWriter } from './eql/writer.js';
import { openMap } from './lucene/open-map.js';
import { UNMAPPED } from './lucene/resolve.js';

/** Elastic's Event Query Language over ECS fields: single events, and the sequences of correlations. */
class Eql extends ExpressionTarget<'siem_eql'> {
  readonly id = 'siem_eql';
  protected readonly syntax = EQL_SYNTAX;
  protected readonly uncounted = 'EQL cannot count or order events in this way: the query is the base search.';
  protected readonly finished = eventQuery;

  protected search(logsource: Logsource, tree: Condition, ctx: ConversionContext): Rendered {
    const map = openMap('ecs', logsource, ctx);
    const writer = new EqlWriter(map, ctx);
    return joinRendered('and', [scopeOf(map, ctx), renderCondition(tree, EQL_SYNTAX, writer.leaf)], EQL_SYNTAX);
  }

  protected override counted(
    rule: SigmaRule,
    tree: Condition,
    aggregation: Aggregation,
    ctx: ConversionContext,
  ): string {
    const parts = aggregation.near ?? [tree];
    const kinds = parts.map(
      (part, index) => [String(index), this.step(rule.logsource, part, aggregation.groupBy, ctx)] as const,
    );
    return correlated(new Map(kinds), aggregation, undefined, ctx) ?? super.counted(rule, tree, aggregation, ctx);
  }

  override convertCorrelation(
    correlation: SigmaCorrelation,
    referred: ReferredDocuments,
    ctx: ConversionContext,
  ): string {
    const { aggregation, expression } = correlation;
    const members = membersOf(correlation, [], ctx);
    const kinds = new Map<string, Step>();
    for (const member of members) {
      if (member.kind !== 'events') return super.convertCorrelation(correlation, referred, ctx);
      const fields = aggregation.groupBy.map(member.nameOf);
      kinds.set(member.reference, this.step(member.document.logsource, member.tree, fields, ctx));
    }
    return correlated(kinds, aggregation, expression, ctx) ?? super.convertCorrelation(correlation, referred, ctx);
  }

  /** Events that are joined to others by fields: an account by both of its fields, any other value by the first of its names. */
  private step(logsource: Logsource, tree: Condition, fields: readonly string[], ctx: ConversionContext): Step {
    const map = openMap('ecs', logsource, ctx);
    const keys = fields.flatMap((field) => {
      const { names, type, mapped } = map.field(field);
      return (type === 'account' ? names : names.slice(0, 1)).map((name) =>
        fieldName(name, mapped || map === UNMAPPED),
      );
    });
    return { search: this.search(logsource, tree, ctx), keys };
  }
}

export const eql = new Eql();
