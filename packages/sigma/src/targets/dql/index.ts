import { describeTarget } from '../descriptor.js';
import { LuceneTarget } from '../lucene/target.js';

/** OpenSearch: a query string in Lucene syntax. Its query bar can read it too, and DQL has neither expressions nor `?`. */
export const dql = describeTarget({
  id: 'siem_dql',
  default: true,
  language: 'Lucene / DQL',
  outputFormat: 'Lucene / DQL query syntax',
  product: 'OpenSearch',
  short: { language: 'DQL', product: 'OpenSearch' },
  colours: 'lucene',
  extension: 'dql',
  features: { wildcards: 'yes', regex: 'yes', near: 'no', aggregation: 'partial' },
  family: 'opensearch',
  settings: ['index'],
  pipelineBackends: ['opensearch', 'opensearch_lucene'],
  deployFormats: {
    'opensearch-monitor': 'monitor of the alerting plugin',
    'opensearch-sigma': 'rule of Security Analytics, which is in Sigma',
  },
  writer: new LuceneTarget('opensearch', {
    code: 'query_syntax',
    message: 'The query is in Lucene syntax: set the query bar from DQL to Lucene.',
  }),
});
