import { listStacks } from '@tripline/sigma';
import type { Backend } from './catalogue-resources.js';

const both = { wildcards: 'yes', regex: 'yes' } as const;

/** The compatibility table, as the API document prints it. */
const TABLE: readonly Omit<Backend, 'stacks'>[] = [
  {
    id: 'siem_spl',
    outputFormat: 'SPL (search processing language)',
    features: { ...both, near: 'yes', aggregation: 'yes' },
  },
  {
    id: 'siem_kql',
    outputFormat: 'KQL (Kusto-style query language)',
    features: { ...both, near: 'no', aggregation: 'yes' },
  },
  { id: 'siem_lucene', outputFormat: 'Lucene query syntax', features: { ...both, near: 'no', aggregation: 'partial' } },
  { id: 'siem_udm', outputFormat: 'UDM search queries', features: { ...both, near: 'no', aggregation: 'partial' } },
  {
    id: 'siem_dql',
    outputFormat: 'Lucene / DQL query syntax',
    features: { ...both, near: 'no', aggregation: 'partial' },
  },
  { id: 'siem_yaral', outputFormat: 'YARA-L rules', features: { ...both, near: 'no', aggregation: 'yes' } },
];

/** The backends, each with its named stacks. */
export const BACKENDS: readonly Backend[] = TABLE.map((backend) => ({
  ...backend,
  stacks: listStacks(backend.id).map(({ data, default: isDefault, id, title }) => ({
    id,
    title,
    data,
    default: isDefault,
  })),
}));
