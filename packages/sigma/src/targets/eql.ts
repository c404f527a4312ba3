import type { ConversionContext, ReferredDocuments } from '../convert/target.js';
import { ExpressionTarget } from '../convert/text/expression-target.js';
import { joinRendered, type Rendered, renderCondition, textOf } from '../convert/walk.js';
import type { Condition } from '../model/condition.js';
import type { Aggregation, Logsource, SigmaCorrelation, SigmaRule } from '../model/rule.js';
import { fieldName } from './eql/literal.js';
import { scopeOf } from './eql/scope.js';
import { correlated, type Step } from './eql/sequence.js';
import { EQL_SYNTAX, EqlWriter } from './eql/writer.js';
import { openMap } from './lucene/open-map.js';

/** Elastic's Event Query Language over ECS fields: single events, and the sequences of correlations. */
class Eql extends ExpressionTarget<'siem_eql'> {
  readonly id = 'siem_eql';
  protected readonly syntax = EQL_SYNTAX;
  protected readonly uncounted = 'EQL cannot count or order events in this way: the query is the base search.';

  protected search(logsource: Logsource, tree: Condition, ctx: ConversionContext): Rendered {
    const map = openMap('ecs', logsource, ctx);
    const writer = new EqlWriter(map, ctx.settings.pipeline !== 'none', ctx);
    return joinRendered('and', [scopeOf(map, ctx), renderCondition(tree, EQL_SYNTAX, writer.leaf)], EQL_SYNTAX);
  }

  protected finished(expression: Rendered): string {
    return `any where ${typeof expression === 'boolean' ? expression : textOf(expression)}`;
  }

  protected override counted(
    rule: SigmaRule,
    tree: Condition,
    aggregation: Aggregation,
    ctx: ConversionContext,
  ): string {
    const steps = (aggregation.near ?? [tree]).map((part) => ({
      query: this.query(rule, part, ctx),
      keys: keysOf(aggregation.groupBy, rule.logsource, ctx),
    }));
    return correlated(steps, aggregation, undefined, ctx) ?? super.counted(rule, tree, aggregation, ctx);
  }

  override convertCorrelation(
    correlation: SigmaCorrelation,
    referred: ReferredDocuments,
    ctx: ConversionContext,
  ): string {
    const steps = this.stepsOf(correlation, referred, ctx);
    const { aggregation, expression } = correlation;
    return (
      (steps === undefined ? undefined : correlated(steps, aggregation, expression, ctx)) ??
      super.convertCorrelation(correlation, referred, ctx)
    );
  }

  /** The kinds of events of a correlation, one for all of them where they are counted; undefined where a rule of it counts by itself. */
  private stepsOf(
    { aggregation, aliases }: SigmaCorrelation,
    referred: ReferredDocuments,
    ctx: ConversionContext,
  ): readonly Step[] | undefined {
    const kinds: { readonly search: Rendered; readonly keys: readonly string[] }[] = [];
    for (const [reference, document] of referred) {
      if (document.kind === 'correlation') return undefined;
      if (document.conditions.some((condition) => condition.aggregation !== undefined)) return undefined;
      const searches = document.conditions.map(({ tree }) => this.search(document.logsource, tree, ctx));
      const fields = aggregation.groupBy.map((field) => aliases.get(field)?.get(reference) ?? field);
      kinds.push({
        search: joinRendered('or', searches, EQL_SYNTAX),
        keys: keysOf(fields, document.logsource, ctx),
      });
    }
    if (aggregation.type !== 'event_count')
      return kinds.map(({ search, keys }) => ({ query: this.finished(search), keys }));
    const [first] = kinds;
    if (first === undefined || kinds.some(({ keys }) => keys.join() !== first.keys.join())) return undefined;
    const all = joinRendered(
      'or',
      kinds.map(({ search }) => search),
      EQL_SYNTAX,
    );
    return [{ query: this.finished(all), keys: first.keys }];
  }
}

export const eql = new Eql();

/** The fields that join events: an account is in two of them, any other value in the first of its names. */
function keysOf(fields: readonly string[], logsource: Logsource, ctx: ConversionContext): readonly string[] {
  const map = openMap('ecs', logsource, ctx);
  return fields.flatMap((name) => {
    const { names, type, mapped } = map.field(name);
    const known = mapped || ctx.settings.pipeline === 'none';
    return (type === 'account' ? names : names.slice(0, 1)).map((native) => fieldName(native, known));
  });
}
