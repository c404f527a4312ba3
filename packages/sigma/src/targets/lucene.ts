import { createLuceneTarget } from './lucene/target.js';

/** Elastic: a query string for Kibana's query bar in Lucene mode and for detection rules of language `lucene`, over ECS fields. */
export const lucene = createLuceneTarget({
  id: 'siem_lucene',
  family: 'ecs',
  syntaxNote: { code: 'query_syntax', message: 'Set the query bar to Lucene.' },
});
