import type { ConversionContext } from '../convert/target.js';
import { TextTarget } from '../convert/text/text-target.js';
import type { Condition } from '../model/condition.js';
import type { SigmaRule } from '../model/rule.js';
import { splCorrelation } from './spl/correlation.js';
import { queryText, splQuery, splRuleContext } from './spl/query.js';

/** Splunk's search processing language. */
class Spl extends TextTarget {
  readonly id = 'siem_spl';
  override readonly backtracks = true;
  protected readonly counted = splCorrelation;

  protected query({ logsource }: SigmaRule, tree: Condition, ctx: ConversionContext): string {
    return queryText(splQuery(tree, splRuleContext(logsource, ctx), ctx));
  }
}

export const spl = new Spl();
