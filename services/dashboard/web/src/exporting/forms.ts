import type { Rules } from '../api/clients.js';
import { BACKENDS, type Backend } from '../siems/backends.js';

/** What can be deployed as it is, as menus call it. */
export const FORMS: readonly { readonly format: ExportFormat; readonly label: string }[] = [
  { format: 'sigma', label: 'Sigma (YAML)' },
  { format: 'savedsearches', label: 'Splunk savedsearches.conf' },
  { format: 'splunk-terraform', label: 'Splunk saved search (Terraform)' },
  { format: 'sentinel-yaml', label: 'Sentinel analytics rule (YAML)' },
  { format: 'sentinel-arm', label: 'Sentinel ARM template' },
  { format: 'sentinel-repository', label: 'Sentinel repository (ARM template)' },
  { format: 'sentinel-terraform', label: 'Sentinel analytics rule (Terraform)' },
  { format: 'kibana-ndjson', label: 'Kibana detection rule (NDJSON)' },
  { format: 'kibana-lucene', label: 'Kibana detection rule in Lucene (NDJSON)' },
  { format: 'kibana-terraform', label: 'Kibana detection rule (Terraform)' },
  { format: 'kibana-esql', label: 'Kibana detection rule in ES|QL (NDJSON)' },
  { format: 'opensearch-monitor', label: 'OpenSearch monitor' },
  { format: 'opensearch-sigma', label: 'OpenSearch Security Analytics rule' },
  { format: 'yaral', label: 'YARA-L file' },
  { format: 'logscale-search', label: 'LogScale scheduled search (YAML)' },
  { format: 'cortex-rule', label: 'Cortex correlation rule (JSON)' },
  { format: 'eventbridge', label: 'Amazon EventBridge rule' },
  { format: 'metric-filter', label: 'CloudWatch metric filter' },
];

/** A format of `GET /v1/rules/{key}/export`. */
export type ExportFormat = Rules['ExportCheck']['formats'][number]['format'];

/** The backend whose query a form holds; Sigma itself and what AWS detects with hold none. */
export const backendOf = (format: ExportFormat): Backend | undefined =>
  BACKENDS.find(({ forms }) => forms.includes(format))?.id;
