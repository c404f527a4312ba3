import type { ConversionContext } from '../../convert/target.js';
import { TextTarget } from '../../convert/text/text-target.js';
import type { Condition } from '../../model/condition.js';
import type { SigmaRule } from '../../model/rule.js';
import { describeTarget } from '../descriptor.js';
import { splCorrelation } from './correlation.js';
import { queryText, splQuery, splRuleContext } from './query.js';

/** Splunk's search processing language. */
class Spl extends TextTarget {
  override readonly backtracks = true;
  protected readonly counted = splCorrelation;

  protected query({ logsource }: SigmaRule, tree: Condition, ctx: ConversionContext): string {
    return queryText(splQuery(tree, splRuleContext(logsource, ctx), ctx));
  }
}

export const spl = describeTarget({
  id: 'siem_spl',
  default: true,
  language: 'SPL',
  outputFormat: 'SPL (search processing language)',
  product: 'Splunk',
  short: { language: 'SPL', product: 'Splunk' },
  colours: 'spl',
  extension: 'spl',
  features: { wildcards: 'yes', regex: 'yes', near: 'yes', aggregation: 'yes' },
  family: 'spl',
  settings: ['index', 'sourcetype', 'windows'],
  pipelineBackends: ['splunk'],
  deployFormats: { savedsearches: 'savedsearches.conf', 'splunk-terraform': 'saved search as Terraform' },
  reads: 'spl',
  writer: new Spl(),
});
