import { describeTarget } from '../descriptor.js';
import { LuceneTarget } from './target.js';

/** Elastic: a query string for Kibana's query bar in Lucene mode and for detection rules of language `lucene`, over ECS fields. */
export const lucene = describeTarget({
  id: 'siem_lucene',
  default: true,
  language: 'Lucene',
  outputFormat: 'Lucene query syntax',
  product: 'Elastic Security',
  short: { language: 'Lucene', product: 'Elastic' },
  colours: 'lucene',
  extension: 'lucene',
  features: { wildcards: 'yes', regex: 'yes', near: 'no', aggregation: 'partial' },
  family: 'ecs',
  settings: ['index'],
  pipelineBackends: ['lucene', 'elasticsearch'],
  deployFormats: {
    'kibana-ndjson': 'detection rule as Kibana imports it',
    'kibana-lucene': 'detection rule in Lucene as Kibana imports it',
    'kibana-terraform': 'detection rule as Terraform',
  },
  reads: 'lucene',
  writer: new LuceneTarget('ecs', {
    code: 'query_syntax',
    message: 'Set the query bar to Lucene.',
  }),
});
