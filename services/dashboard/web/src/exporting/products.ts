import type { ExportFormat } from './forms.js';

/** What each product takes of many rules, as the dialog offers it. */
export const PRODUCTS: readonly { readonly format: ExportFormat; readonly product: string; readonly file: string }[] = [
  { format: 'savedsearches', product: 'Splunk', file: 'an app (.tgz)' },
  { format: 'splunk-terraform', product: 'Splunk, Terraform', file: 'a Terraform configuration' },
  { format: 'sentinel-arm', product: 'Microsoft Sentinel', file: 'an ARM template' },
  { format: 'sentinel-repository', product: 'Microsoft Sentinel, repository', file: 'an ARM template a rule' },
  { format: 'sentinel-yaml', product: 'Microsoft Sentinel, YAML', file: 'a file a rule' },
  { format: 'sentinel-terraform', product: 'Microsoft Sentinel, Terraform', file: 'a Terraform configuration' },
  { format: 'kibana-ndjson', product: 'Elastic', file: 'an NDJSON for Kibana' },
  { format: 'kibana-lucene', product: 'Elastic, Lucene', file: 'an NDJSON for Kibana' },
  { format: 'kibana-terraform', product: 'Elastic, Terraform', file: 'a Terraform configuration' },
  { format: 'kibana-esql', product: 'Elastic, ES|QL', file: 'an NDJSON for Kibana' },
  { format: 'opensearch-monitor', product: 'OpenSearch', file: 'monitors with a script' },
  { format: 'opensearch-sigma', product: 'OpenSearch Security Analytics', file: 'rules with a script' },
  { format: 'yaral', product: 'Google SecOps', file: 'a YARA-L file a rule' },
  { format: 'logscale-search', product: 'CrowdStrike LogScale', file: 'a scheduled search a rule' },
  { format: 'cortex-rule', product: 'Palo Alto Cortex', file: 'one request of correlation rules' },
  { format: 'eventbridge', product: 'Amazon EventBridge', file: 'a CloudFormation template' },
  { format: 'metric-filter', product: 'Amazon CloudWatch', file: 'a CloudFormation template' },
  { format: 'sigma', product: 'Sigma', file: 'a file a rule' },
];
