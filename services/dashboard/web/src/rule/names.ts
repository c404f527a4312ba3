import type { Rules } from '../api/clients.js';
import type { Grammar } from '../ui/syntax.js';

/** A backend's id, such as `siem_spl`. */
export type Backend = 'siem_spl' | 'siem_kql' | 'siem_lucene' | 'siem_udm' | 'siem_dql' | 'siem_yaral';
/** A platform's id, such as `endpoint-sysmon`. */
export type Platform = NonNullable<Rules['RuleRow']['platform']>;
/** How severe a rule's finding is. */
export type Level = Rules['RuleRow']['level'];
/** What its owner has decided about a rule. */
export type RuleState = Rules['RuleRow']['state'];

interface BackendName {
  readonly id: Backend;
  /** What people call its language. */
  readonly name: string;
  readonly product: string;
  readonly grammar: Grammar;
  readonly extension: string;
}

/** The six languages, in the order in which they are shown. */
export const BACKENDS: readonly BackendName[] = [
  { id: 'siem_spl', name: 'SPL', product: 'Splunk', grammar: 'spl', extension: 'spl' },
  { id: 'siem_kql', name: 'KQL', product: 'Microsoft Sentinel and Defender', grammar: 'kql', extension: 'kql' },
  { id: 'siem_lucene', name: 'Lucene', product: 'Elastic', grammar: 'lucene', extension: 'lucene' },
  { id: 'siem_udm', name: 'UDM', product: 'Google SecOps search', grammar: 'sql', extension: 'udm' },
  { id: 'siem_dql', name: 'DQL', product: 'OpenSearch', grammar: 'lucene', extension: 'dql' },
  { id: 'siem_yaral', name: 'YARA-L', product: 'Google SecOps rules', grammar: 'lucene', extension: 'yaral' },
];

/** The log sources that rules are written for, as people call them. */
export const PLATFORMS: Readonly<Record<Platform, string>> = {
  'cloud-audit-1': 'AWS CloudTrail',
  'cloud-audit-2': 'Google Cloud audit',
  'cloud-audit-3': 'Azure activity',
  'endpoint-sysmon': 'Windows Sysmon',
  'endpoint-security': 'Windows Security',
  'endpoint-powershell': 'Windows PowerShell',
  'endpoint-auditd': 'Linux auditd',
  'container-audit': 'Kubernetes audit',
  'identity-1': 'Okta',
  'identity-2-signin': 'Entra sign-ins',
  'identity-2-audit': 'Entra audit',
  'waf-1': 'ModSecurity',
  'waf-2': 'AWS WAF',
};

/** Levels, from the most severe. */
export const LEVELS: readonly Level[] = ['critical', 'high', 'medium', 'low', 'informational'];

/** What can be deployed as it is, by the backend it is for. */
export const FORMS: readonly { readonly format: ExportFormat; readonly label: string; readonly backend?: Backend }[] = [
  { format: 'sigma', label: 'Sigma (YAML)' },
  { format: 'savedsearches', label: 'Splunk savedsearches.conf', backend: 'siem_spl' },
  { format: 'sentinel-yaml', label: 'Sentinel analytics rule (YAML)', backend: 'siem_kql' },
  { format: 'sentinel-arm', label: 'Sentinel ARM template', backend: 'siem_kql' },
  { format: 'kibana-ndjson', label: 'Kibana detection rule (NDJSON)', backend: 'siem_lucene' },
  { format: 'opensearch-monitor', label: 'OpenSearch monitor', backend: 'siem_dql' },
  { format: 'yaral', label: 'YARA-L file', backend: 'siem_yaral' },
  { format: 'eventbridge', label: 'Amazon EventBridge rule' },
  { format: 'metric-filter', label: 'CloudWatch metric filter' },
];

/** A format of `GET /v1/rules/{key}/export`. */
export type ExportFormat =
  | 'sigma'
  | 'savedsearches'
  | 'sentinel-yaml'
  | 'sentinel-arm'
  | 'kibana-ndjson'
  | 'opensearch-monitor'
  | 'yaral'
  | 'eventbridge'
  | 'metric-filter';

/** A platform's name; a rule that fits none says so. */
export const platformName = (platform: Platform | null): string =>
  platform === null ? 'Other log source' : PLATFORMS[platform];
