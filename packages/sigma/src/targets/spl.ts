import type { Target } from '../convert/target.js';
import { splAggregation, splCorrelation } from './spl/correlation.js';
import { queryText, splQuery, splRuleContext } from './spl/query.js';

/** Splunk's search processing language. */
export const spl: Target = {
  id: 'siem_spl',
  convertCondition(rule, { tree, aggregation }, ctx) {
    return aggregation === undefined
      ? queryText(splQuery(tree, splRuleContext(rule.logsource, ctx), ctx))
      : splAggregation(rule, tree, aggregation, ctx);
  },
  convertCorrelation(correlation, _referred, ctx) {
    return splCorrelation(correlation, ctx);
  },
};
