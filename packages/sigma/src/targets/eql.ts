import type { Counting } from '../convert/correlation/counting.js';
import { membersOf } from '../convert/correlation/members.js';
import type { ConversionContext } from '../convert/target.js';
import { ExpressionTarget } from '../convert/text/expression-target.js';
import { joinRendered, type Rendered, renderCondition } from '../convert/walk.js';
import type { Condition } from '../model/condition.js';
import type { Logsource } from '../model/rule.js';
import { parseLucene } from '../read/lucene/query.js';
import { nativeCondition } from '../read/native-condition.js';
import { remembered } from '../remembered.js';
import { correlated, eventQuery, type Step } from './eql/sequence.js';
import { EQL_SYNTAX, EqlWriter, fieldName } from './eql/writer.js';
import { openMap } from './lucene/open-map.js';
import { type LuceneMap, UNMAPPED } from './lucene/resolve.js';

/** The names of a map's own scope. */
const NATIVE: LuceneMap = {
  ...UNMAPPED,
  field: (name) => ({ names: [name], type: 'keyword', casing: 'fixed', mapped: true }),
};
const scopes = new WeakMap<LuceneMap, Condition>();

/** Elastic's Event Query Language over ECS fields: single events, and the sequences of correlations. */
class Eql extends ExpressionTarget<'siem_eql'> {
  readonly id = 'siem_eql';
  protected readonly syntax = EQL_SYNTAX;
  protected readonly uncounted = 'EQL cannot count or order events in this way: the query is the base search.';
  protected readonly finished = eventQuery;

  protected search(logsource: Logsource, tree: Condition, ctx: ConversionContext): Rendered {
    const map = openMap('ecs', logsource, ctx);
    const scope = scopeOf(map);
    const limit = scope === undefined || renderCondition(scope, EQL_SYNTAX, new EqlWriter(NATIVE, ctx).leaf);
    return joinRendered('and', [limit, renderCondition(tree, EQL_SYNTAX, new EqlWriter(map, ctx).leaf)], EQL_SYNTAX);
  }

  /** Events are joined to others by fields: an account by both of its fields, any other value by the first of its names. */
  protected override correlated(counting: Counting, ctx: ConversionContext): string | undefined {
    const kinds = new Map<string, Step>();
    for (const member of membersOf(counting, [], ctx)) {
      if (member.kind !== 'events') return undefined;
      const { document, tree, reference, nameOf } = member;
      const map = openMap('ecs', document.logsource, ctx);
      const keys = counting.aggregation.groupBy.flatMap((name) => {
        const field = map.field(nameOf(name));
        const names = field.type === 'account' ? field.names : field.names.slice(0, 1);
        return names.map((native) => fieldName(native, field, map));
      });
      kinds.set(reference, { search: this.search(document.logsource, tree, ctx), keys });
    }
    return correlated(kinds, counting, ctx);
  }
}

/** A map's scope. The maps have it as a query string, so it is read as one. */
function scopeOf(map: LuceneMap): Condition | undefined {
  const { filter } = map.scope;
  if (filter === undefined) return undefined;
  return remembered(scopes, map, () => nativeCondition(parseLucene(filter).tree, 'logsource'));
}

export const eql = new Eql();
