import type { SigmaCollection, SigmaCorrelation, SigmaRule } from '../model/rule.js';
import { indexReferences } from '../parse/references.js';

/**
 * The documents of a collection that become queries of their own: rules and correlations, without those that only serve a correlation which does
 * not say `generate: true`, and without filters. In the collection's order.
 */
export function standaloneDocuments(collection: SigmaCollection): readonly (SigmaRule | SigmaCorrelation)[] {
  const documents = collection.documents.filter((document) => document.kind !== 'filter');
  const correlations = documents.filter((document) => document.kind === 'correlation' && !document.generate);
  if (correlations.length === 0) return documents;
  const index = indexReferences(documents);
  const serving = new Set<SigmaRule | SigmaCorrelation>();
  for (const correlation of correlations) {
    if (correlation.kind !== 'correlation') continue;
    for (const reference of correlation.rules) {
      const referred = index.get(reference);
      if (referred !== undefined) serving.add(referred);
    }
  }
  return documents.filter((document) => !serving.has(document));
}
