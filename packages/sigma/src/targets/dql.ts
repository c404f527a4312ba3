import { LuceneTarget } from './lucene/target.js';

/** OpenSearch: a query string in Lucene syntax. Its query bar can read it too, and DQL has neither expressions nor `?`. */
export const dql = new LuceneTarget('siem_dql', 'opensearch', {
  code: 'query_syntax',
  message: 'The query is in Lucene syntax: set the query bar from DQL to Lucene.',
});
