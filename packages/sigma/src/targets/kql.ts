import type { ConversionContext, Target } from '../convert/target.js';
import { renderAggregation } from './kql/aggregation.js';
import { renderCorrelation } from './kql/correlation.js';
import { renderRows } from './kql/rows.js';

/** Microsoft Sentinel and Defender XDR: Kusto Query Language over the tables of a Log Analytics workspace. */
export const kql: Target = {
  id: 'siem_kql',
  convertCondition(rule, condition, ctx: ConversionContext) {
    const rows = renderRows(rule.logsource, condition.tree, ctx);
    return condition.aggregation === undefined ? rows.query() : renderAggregation(rows, condition.aggregation, ctx);
  },
  convertCorrelation: renderCorrelation,
};
