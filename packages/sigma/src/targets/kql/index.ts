import type { ConversionContext } from '../../convert/target.js';
import { TextTarget } from '../../convert/text/text-target.js';
import type { Condition } from '../../model/condition.js';
import type { SigmaRule } from '../../model/rule.js';
import { describeTarget } from '../descriptor.js';
import { renderCounting } from './correlation.js';
import { renderRows } from './rows.js';

/** Microsoft Sentinel and Defender XDR: Kusto Query Language over the tables of a Log Analytics workspace. */
class Kql extends TextTarget {
  protected readonly counted = renderCounting;

  protected query({ logsource }: SigmaRule, tree: Condition, ctx: ConversionContext): string {
    return renderRows(logsource, tree, ctx).query();
  }
}

export const kql = describeTarget({
  id: 'siem_kql',
  default: true,
  language: 'KQL',
  outputFormat: 'KQL (Kusto-style query language)',
  product: 'Microsoft Sentinel, Microsoft Defender XDR',
  short: { language: 'KQL', product: 'Microsoft Sentinel and Defender' },
  colours: 'kql',
  extension: 'kql',
  features: { wildcards: 'yes', regex: 'yes', near: 'no', aggregation: 'yes' },
  family: 'kql',
  settings: ['table', 'windows'],
  pipelineBackends: ['kusto', 'azure', 'microsoft365defender', 'microsoft_xdr', 'sentinel_asim', 'azure_monitor'],
  deployFormats: {
    'sentinel-yaml': 'analytics rule as YAML',
    'sentinel-arm': 'analytics rule as an ARM template',
    'sentinel-repository': 'analytics rule as a file of a repository that Sentinel deploys',
    'sentinel-terraform': 'analytics rule as Terraform',
  },
  reads: 'kql',
  writer: new Kql(),
});
