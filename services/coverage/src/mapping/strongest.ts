import { type ControlMapping, covers, mappingConfidence } from '@tripline/attack';

/**
 * Each technique once per category with its surest mapping, one that covers before one that does not, ordered by technique and category. Of
 * equally sure ones, that whose evidence comes first in the alphabet wins, so that the order of writing does not matter.
 */
export function strongest(mappings: readonly ControlMapping[]): readonly ControlMapping[] {
  const kept = new Map<string, ControlMapping>();
  for (const mapping of mappings) {
    const key = `${mapping.techniqueId} ${mapping.category}`;
    const known = kept.get(key);
    if (known === undefined || isSurer(mapping, known)) kept.set(key, mapping);
  }
  return [...kept].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, mapping]) => mapping);
}

function isSurer(a: ControlMapping, b: ControlMapping): boolean {
  if (covers(a) !== covers(b)) return covers(a);
  const difference = mappingConfidence(a) - mappingConfidence(b);
  return difference !== 0 ? difference > 0 : a.evidence < b.evidence;
}
