import type { FoundDetection } from '../detections/detection-model.js';

/** One technique a detection says something about, and how that is known. */
export interface ControlMapping {
  readonly techniqueId: string;
  readonly strength: 'minimal' | 'partial' | 'significant';
  readonly category: 'detect' | 'protect' | 'respond';
  readonly source: 'vendor' | 'ctid' | 'event_map' | 'sigma' | 'inferred';
  /** What the mapping rests on: a finding type, an event name, a rule's tag. */
  readonly evidence: string;
}

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
