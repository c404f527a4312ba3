import type { SigmaCorrelation, SigmaDocument, SigmaRule } from '../model/rule.js';
import { Fault, shown } from './fault.js';
import { LIMITS } from './limits.js';

type References = ReadonlyMap<string, SigmaRule | SigmaCorrelation>;

/** A repository has thousands of documents and is asked once for each correlation and target, so each list is indexed once. */
const indexes = new WeakMap<readonly SigmaDocument[], References>();

/** The rules and correlations of a collection by everything a correlation may refer to: id, name, title. The first document wins. */
export function indexReferences(documents: readonly SigmaDocument[]): References {
  const cached = indexes.get(documents);
  if (cached !== undefined) return cached;
  const index = new Map<string, SigmaRule | SigmaCorrelation>();
  for (const key of ['id', 'name', 'title'] as const) {
    for (const document of documents) {
      const reference = document[key];
      if (document.kind !== 'filter' && reference !== undefined && !index.has(reference))
        index.set(reference, document);
    }
  }
  indexes.set(documents, index);
  return index;
}

/**
 * The correlations that refer to themselves, directly or through others, or are the end of a too long chain, each with its fault. They
 * cannot be evaluated.
 */
export function findCircular(documents: readonly SigmaDocument[]): readonly (readonly [SigmaCorrelation, Fault])[] {
  const correlations = documents.filter((document) => document.kind === 'correlation');
  if (correlations.length === 0) return [];
  const index = indexReferences(documents);
  const lengths = new Map<SigmaCorrelation, number>();
  return correlations
    .filter((correlation) => chainLength(correlation, index, lengths) > LIMITS.correlationChain)
    .map((correlation) => {
      const message = `the correlation ${shown(correlation.title)} refers to itself or builds on a chain of more than ${LIMITS.correlationChain} others`;
      return [correlation, new Fault('InvalidCorrelation', message, ['correlation', 'rules'])];
    });
}

/** Longest chain of correlations from this one; infinite for a circle. Each correlation is followed once. */
function chainLength(correlation: SigmaCorrelation, index: References, lengths: Map<SigmaCorrelation, number>): number {
  const cached = lengths.get(correlation);
  if (cached !== undefined) return cached;
  lengths.set(correlation, Number.POSITIVE_INFINITY);
  let longest = 0;
  for (const reference of correlation.rules) {
    const referred = index.get(reference);
    if (referred?.kind === 'correlation') longest = Math.max(longest, chainLength(referred, index, lengths));
  }
  lengths.set(correlation, longest + 1);
  return longest + 1;
}
