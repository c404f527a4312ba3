import { LuceneTarget } from './lucene/target.js';

/** Elastic: a query string for Kibana's query bar in Lucene mode and for detection rules of language `lucene`, over ECS fields. */
export const lucene = new LuceneTarget('siem_lucene', 'ecs', {
  code: 'query_syntax',
  message: 'Set the query bar to Lucene.',
});
