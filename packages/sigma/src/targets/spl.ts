import type { Target } from '../convert/target.js';
import { queryText, splQuery, splRuleContext } from './spl/query.js';

/** Splunk's search processing language. */
export const spl: Target = {
  id: 'siem_spl',
  convertCondition(rule, condition, ctx) {
    return queryText(splQuery(condition.tree, splRuleContext(rule.logsource, ctx), ctx));
  },
  convertCorrelation() {
    throw new Error('siem_spl correlations are being written');
  },
};
