import { baseRules } from '../convert/correlation/base-search.js';
import type { ConversionContext, ReferredDocuments } from '../convert/target.js';
import { TextTarget } from '../convert/text/text-target.js';
import type { Condition } from '../model/condition.js';
import type { Aggregation, SigmaCorrelation, SigmaRule } from '../model/rule.js';
import { baseSearch, composeAggregation, composeCorrelation } from './yaral/compose.js';
import { eventLines } from './yaral/events.js';
import { outcomeLines } from './yaral/outcome.js';
import { writeRule } from './yaral/rule-text.js';

/** YARA-L 2.0 of Google SecOps: a whole detection rule, behind the rules whose detections it reads. */
class Yaral extends TextTarget {
  readonly id = 'siem_yaral';

  protected query(rule: SigmaRule, tree: Condition, ctx: ConversionContext): string {
    return writeRule(rule, {
      events: eventLines('e', rule.logsource, tree, ctx),
      outcome: outcomeLines('e', rule.logsource, tree, false, new Set(['e', 'risk_score']), ctx),
      condition: '$e',
    });
  }

  protected counted(rule: SigmaRule, tree: Condition, aggregation: Aggregation, ctx: ConversionContext): string {
    const composed = composeAggregation(rule, tree, aggregation, [], ctx);
    return composed?.rules.join('\n') ?? baseSearch(rule, [rule], ctx);
  }

  convertCorrelation(correlation: SigmaCorrelation, referred: ReferredDocuments, ctx: ConversionContext): string {
    const composed = composeCorrelation(correlation, [], [], ctx);
    return composed?.rules.join('\n') ?? baseSearch(correlation, baseRules(referred, ctx), ctx);
  }
}

export const yaral = new Yaral();
