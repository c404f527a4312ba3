import type { SigmaCollection, SigmaCorrelation, SigmaDocument, SigmaRule } from '../model/rule.js';
import { indexReferences } from '../parse/references.js';

/**
 * The documents of a collection that become queries of their own, in order: rules and correlations. Left out are filters, and rules that
 * only serve a correlation without `generate: true`.
 */
export function standaloneDocuments(collection: SigmaCollection): readonly (SigmaRule | SigmaCorrelation)[] {
  const serving = servingDocuments(collection, ({ generate }) => !generate);
  return collection.documents.filter(
    (document): document is SigmaRule | SigmaCorrelation => document.kind !== 'filter' && !serving.has(document),
  );
}

/** The rules and correlations that correlations refer to; only correlations for which `counts` is true are looked at. */
export function servingDocuments(
  { documents }: SigmaCollection,
  counts: (correlation: SigmaCorrelation) => boolean = () => true,
): ReadonlySet<SigmaDocument> {
  const serving = new Set<SigmaDocument>();
  const correlations = documents.filter((document) => document.kind === 'correlation');
  if (correlations.length === 0) return serving;
  const index = indexReferences(documents);
  for (const correlation of correlations.filter(counts)) {
    for (const reference of correlation.rules) {
      const referred = index.get(reference);
      if (referred !== undefined) serving.add(referred);
    }
  }
  return serving;
}
