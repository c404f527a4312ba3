import type { Counting } from '../../convert/correlation/counting.js';
import type { ConversionContext } from '../../convert/target.js';
import { TextTarget } from '../../convert/text/text-target.js';
import type { Condition } from '../../model/condition.js';
import type { SigmaRule } from '../../model/rule.js';
import { describeTarget } from '../descriptor.js';
import { baseSearch, compose } from './compose.js';
import { eventLines } from './events.js';
import { outcomeLines } from './outcome.js';
import { writeRule } from './rule-text.js';

/** YARA-L 2.0 of Google SecOps: a whole detection rule, behind the rules whose detections it reads. */
class Yaral extends TextTarget {
  protected query(rule: SigmaRule, tree: Condition, ctx: ConversionContext): string {
    return writeRule(rule, {
      events: eventLines('e', rule.logsource, tree, ctx),
      outcome: outcomeLines('e', rule.logsource, tree, false, new Set(['e', 'risk_score']), ctx),
      condition: '$e',
    });
  }

  protected counted(counting: Counting, ctx: ConversionContext): string {
    return compose(counting, [], [], ctx)?.rules.join('\n') ?? baseSearch(counting, ctx);
  }
}

export const yaral = describeTarget({
  id: 'siem_yaral',
  default: true,
  language: 'YARA-L 2.0',
  outputFormat: 'YARA-L rules',
  product: 'Google Security Operations',
  short: { language: 'YARA-L', product: 'Google SecOps rules' },
  colours: 'lucene',
  extension: 'yaral',
  features: { wildcards: 'yes', regex: 'yes', near: 'no', aggregation: 'yes' },
  family: 'udm',
  settings: [],
  pipelineBackends: ['secops', 'secops_yara-l'],
  deployFormats: { yaral: 'rule file' },
  writer: new Yaral(),
});
