import type { Grammar } from '../ui/syntax.js';

/** A backend's id, such as `siem_spl`. */
export type Backend = 'siem_spl' | 'siem_kql' | 'siem_lucene' | 'siem_udm' | 'siem_dql' | 'siem_yaral';

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
