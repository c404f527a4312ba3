import { SigmaError } from '../model/error.js';
import type { SigmaCorrelation, SigmaDocument, SigmaRule } from '../model/rule.js';
import { LIMITS } from './limits.js';

/** The rules and correlations of a collection by everything a correlation may call them: id, then name, then title; the first document wins. */
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

/** The correlations that refer to themselves, directly or through others, or that stand on too long a chain: they mean nothing. */
export function findCircular(documents: readonly SigmaDocument[]): SigmaError[] {
  const correlations = documents.filter((document) => document.kind === 'correlation');
  if (correlations.length === 0) return [];
  const index = indexReferences(documents);
  const lengths = new Map<SigmaCorrelation, number>();
  const errors: SigmaError[] = [];
  for (const correlation of correlations) {
    if (chainLength(correlation, index, lengths) <= LIMITS.correlationChain) continue;
    errors.push(
      new SigmaError(
        'InvalidCorrelation',
        `the correlation "${correlation.title}" refers to itself, or to a chain of more than ${LIMITS.correlationChain}`,
        { document: correlation.document, path: 'correlation.rules' },
      ),
    );
  }
  return errors;
}

/** Longest chain of correlations from this one; infinite on a circle. Each correlation is followed once. */
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
