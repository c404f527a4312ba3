import type { ConversionContext } from '../convert/target.js';
import { TextTarget } from '../convert/text/text-target.js';
import type { Condition } from '../model/condition.js';
import type { Aggregation, SigmaRule } from '../model/rule.js';
import { renderAggregation } from './kql/aggregation.js';
import { renderCorrelation } from './kql/correlation.js';
import { renderRows } from './kql/rows.js';

/** Microsoft Sentinel and Defender XDR: Kusto Query Language over the tables of a Log Analytics workspace. */
class Kql extends TextTarget {
  readonly id = 'siem_kql';
  readonly convertCorrelation = renderCorrelation;

  protected query({ logsource }: SigmaRule, tree: Condition, ctx: ConversionContext): string {
    return renderRows(logsource, tree, ctx).query();
  }

  protected counted(rule: SigmaRule, tree: Condition, aggregation: Aggregation, ctx: ConversionContext): string {
    return renderAggregation(renderRows(rule.logsource, tree, ctx), aggregation, ctx);
  }
}

export const kql = new Kql();
