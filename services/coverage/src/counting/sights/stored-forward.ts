import { covers, mappingConfidence } from '@tripline/attack';
import type { Forward } from '../../cloud/forward.js';
import type { ProviderFacts } from '../../cloud/provider-facts.js';
import type { ForwardedTechnique, StoredForward } from './sight-model.js';

/** A forward as a cell keeps it, with the techniques of what it carries. */
export function storedForward(facts: ProviderFacts, { subject, ...forward }: Forward): StoredForward {
  if (subject === null) return { ...forward, techniques: null };
  const techniques = new Map<string, ForwardedTechnique>();
  for (const mapping of facts.mapForwarded(subject, forward.scope)) {
    if (mapping.category !== 'detect') continue;
    const known = techniques.get(mapping.techniqueId);
    techniques.set(mapping.techniqueId, {
      techniqueId: mapping.techniqueId,
      confidence: Math.max(mappingConfidence(mapping), known?.confidence ?? 0),
      covers: covers(mapping) || known?.covers === true,
    });
  }
  return { ...forward, techniques: [...techniques.values()] };
}
