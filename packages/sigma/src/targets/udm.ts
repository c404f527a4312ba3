import { baseRules, baseTree } from '../convert/base-search.js';
import type { ConversionContext, Target } from '../convert/target.js';
import { joinRendered, type Rendered, renderCondition } from '../convert/walk.js';
import type { Condition } from '../model/condition.js';
import type { Logsource } from '../model/rule.js';
import { UDM_SEARCH } from './udm/dialect.js';
import { udmLeaf } from './udm/leaf.js';
import { mapOf, scopeOfMap } from './udm/scope.js';
import { finished } from './udm/search.js';

/** UDM search of Google SecOps: one boolean expression over UDM paths. */
export const udm: Target = {
  id: 'siem_udm',

  convertCondition(rule, condition, ctx) {
    if (condition.aggregation !== undefined) noteAggregation(ctx);
    return finished(search(rule.logsource, baseTree(condition), ctx), ctx);
  },

  convertCorrelation(_correlation, referred, ctx) {
    noteAggregation(ctx);
    const searches = baseRules(referred, ctx).flatMap(({ logsource, conditions }) =>
      conditions.map((condition) => search(logsource, baseTree(condition), ctx)),
    );
    return finished(searches.length === 0 ? true : joinRendered('or', searches, UDM_SEARCH.syntax), ctx);
  },
};

function search(logsource: Logsource, tree: Condition, ctx: ConversionContext): Rendered {
  const map = mapOf(logsource, ctx);
  const condition = renderCondition(tree, UDM_SEARCH.syntax, udmLeaf(map, UDM_SEARCH, ctx));
  return joinRendered('and', [...scopeOfMap(map, UDM_SEARCH), condition], UDM_SEARCH.syntax);
}

function noteAggregation(ctx: ConversionContext): void {
  ctx.note({
    code: 'aggregation_dropped',
    message:
      'UDM search finds events and does not count or order them: the query is the base search; the YARA-L rule has the whole.',
  });
}
