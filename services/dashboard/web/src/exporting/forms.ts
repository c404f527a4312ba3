import type { Rules } from '../api/clients.js';
import type { Backend } from '../siems/backends.js';

/** What can be deployed as it is, by the backend it is for. */
export const FORMS: readonly { readonly format: ExportFormat; readonly label: string; readonly backend?: Backend }[] = [
  { format: 'sigma', label: 'Sigma (YAML)' },
  { format: 'savedsearches', label: 'Splunk savedsearches.conf', backend: 'siem_spl' },
  { format: 'sentinel-yaml', label: 'Sentinel analytics rule (YAML)', backend: 'siem_kql' },
  { format: 'sentinel-arm', label: 'Sentinel ARM template', backend: 'siem_kql' },
  { format: 'kibana-ndjson', label: 'Kibana detection rule (NDJSON)', backend: 'siem_lucene' },
  { format: 'kibana-lucene', label: 'Kibana detection rule in Lucene (NDJSON)', backend: 'siem_lucene' },
  { format: 'kibana-esql', label: 'Kibana detection rule in ES|QL (NDJSON)', backend: 'siem_esql' },
  { format: 'opensearch-monitor', label: 'OpenSearch monitor', backend: 'siem_dql' },
  { format: 'yaral', label: 'YARA-L file', backend: 'siem_yaral' },
  { format: 'logscale-search', label: 'LogScale scheduled search (YAML)', backend: 'siem_cql' },
  { format: 'cortex-rule', label: 'Cortex correlation rule (JSON)', backend: 'siem_xql' },
  { format: 'eventbridge', label: 'Amazon EventBridge rule' },
  { format: 'metric-filter', label: 'CloudWatch metric filter' },
];

/** A format of `GET /v1/rules/{key}/export`. */
export type ExportFormat = Rules['ExportCheck']['formats'][number]['format'];
