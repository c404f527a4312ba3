import type { ConversionContext } from '../convert/target.js';
import { TextTarget } from '../convert/text/text-target.js';
import type { Condition } from '../model/condition.js';
import type { SigmaRule } from '../model/rule.js';
import { renderCounting } from './kql/correlation.js';
import { renderRows } from './kql/rows.js';

/** Microsoft Sentinel and Defender XDR: Kusto Query Language over the tables of a Log Analytics workspace. */
class Kql extends TextTarget {
  readonly id = 'siem_kql';
  protected readonly counted = renderCounting;

  protected query({ logsource }: SigmaRule, tree: Condition, ctx: ConversionContext): string {
    return renderRows(logsource, tree, ctx).query();
  }
}

export const kql = new Kql();
