import type { SigmaCorrelation, SigmaDocument, SigmaRule } from '../model/rule.js';
import { Fault, shown } from './fault.js';
import { LIMITS } from './limits.js';

/** The rules and correlations of a collection by everything a correlation may refer to: id, name, title. The first document wins. */
export function indexReferences(
  documents: readonly SigmaDocument[],
): ReadonlyMap<string, SigmaRule | SigmaCorrelation> {
  const index = new Map<string, SigmaRule | SigmaCorrelation>();
  for (const key of ['id', 'name', 'title'] as const) {
    for (const document of documents) {
      const reference = document[key];
      if (document.kind !== 'filter' && reference !== undefined && !index.has(reference))
        index.set(reference, document);
    }
  }
  return index;
}

/** The correlations that refer to themselves, directly or through others, or are the end of a too long chain. They cannot be evaluated. */
export function findCircular(
  documents: readonly SigmaDocument[],
): { readonly document: number; readonly fault: Fault }[] {
  const correlations = documents.filter((document) => document.kind === 'correlation');
  if (correlations.length === 0) return [];
  const index = indexReferences(documents);
  const lengths = new Map<SigmaCorrelation, number>();
  return correlations
    .filter((correlation) => chainLength(correlation, index, lengths) > LIMITS.correlationChain)
    .map(({ document, title }) => {
      const message = `the correlation ${shown(title)} refers to itself or builds on a chain of more than ${LIMITS.correlationChain} others`;
      return { document, fault: new Fault('InvalidCorrelation', message, ['correlation', 'rules']) };
    });
}

/** Longest chain of correlations from this one; infinite for a circle. Each correlation is followed once. */
function chainLength(
  correlation: SigmaCorrelation,
  index: ReadonlyMap<string, SigmaRule | SigmaCorrelation>,
  lengths: Map<SigmaCorrelation, number>,
): number {
  const known = lengths.get(correlation);
  if (known !== undefined) return known;
  lengths.set(correlation, Number.POSITIVE_INFINITY);
  let longest = 0;
  for (const reference of correlation.rules) {
    const referred = index.get(reference);
    if (referred?.kind === 'correlation') longest = Math.max(longest, chainLength(referred, index, lengths));
  }
  lengths.set(correlation, longest + 1);
  return longest + 1;
}
