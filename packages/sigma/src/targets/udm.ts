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
    const { tree, aggregation } = condition;
    if (aggregation === undefined) return finished(search(rule.logsource, tree, ctx), ctx);
    noteAggregation(ctx);
    const near = aggregation.near;
    return finished(search(rule.logsource, near === undefined ? tree : { kind: 'or', children: near }, ctx), ctx);
  },

  convertCorrelation(_correlation, referred, ctx) {
    noteAggregation(ctx);
    const searches = baseSearches(referred, ctx);
    return finished(searches.length === 0 ? true : joinRendered('or', searches, UDM_SEARCH.syntax), ctx);
  },
};

function search(logsource: Logsource, tree: Condition, ctx: ConversionContext): Rendered {
  const map = mapOf(logsource, ctx);
  const condition = renderCondition(tree, UDM_SEARCH.syntax, udmLeaf(map, UDM_SEARCH, ctx));
  return joinRendered('and', [...scopeOfMap(map, UDM_SEARCH), condition], UDM_SEARCH.syntax);
}

/** The searches of the rules a correlation refers to. Another correlation among them adds nothing: its events are its own rules'. */
function baseSearches(referred: ReferredDocuments, ctx: ConversionContext): readonly Rendered[] {
  const searches: Rendered[] = [];
  for (const document of referred.values()) {
    if (document.kind !== 'rule') {
      ctx.note({
        code: 'aggregation_dropped',
        message: `The events behind the correlation "${document.title}" are not in the query: convert that correlation for them.`,
      });
      continue;
    }
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
