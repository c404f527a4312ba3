import type { ConversionContext, ReferredDocuments, Target } from '../convert/target.js';
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
    return finished(search(rule.logsource, condition.tree, ctx), ctx);
  },

  convertCorrelation(_correlation, referred, ctx) {
    noteAggregation(ctx);
    return finished(joinRendered('or', baseSearches(referred, ctx), UDM_SEARCH.syntax), ctx);
  },
};

function search(logsource: Logsource, tree: Condition, ctx: ConversionContext): Rendered {
  const map = mapOf(logsource, ctx);
  const condition = renderCondition(tree, UDM_SEARCH.syntax, udmLeaf(map, UDM_SEARCH, ctx));
  return joinRendered('and', [...scopeOfMap(map, UDM_SEARCH), condition], UDM_SEARCH.syntax);
}

/** The searches of every rule a correlation refers to, those behind other correlations included. */
function baseSearches(referred: ReferredDocuments, ctx: ConversionContext): readonly Rendered[] {
  const searches: Rendered[] = [];
  for (const document of referred.values()) {
    if (document.kind !== 'rule') continue;
    for (const { tree } of document.conditions) searches.push(search(document.logsource, tree, ctx));
  }
  return searches;
}

function noteAggregation(ctx: ConversionContext): void {
  ctx.note({
    code: 'aggregation_dropped',
    message:
      'UDM search finds events and does not count or order them: the query is the base search; the YARA-L rule has the whole.',
  });
}
