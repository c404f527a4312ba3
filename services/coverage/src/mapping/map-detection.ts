import type { ControlMapping } from '@tripline/attack';
import type { FoundDetection } from '../detections/detection-model.js';

/** The techniques a detection says something about; each technique once per category. */
export function mapDetection(found: FoundDetection): readonly ControlMapping[] {
  if (found.subject.kind !== 'tagged') return [];
  return found.subject.techniques.map((techniqueId) => ({
    techniqueId,
    strength: 'significant',
    category: 'detect',
    source: 'sigma',
    evidence: `tag ${techniqueId}`,
  }));
}
