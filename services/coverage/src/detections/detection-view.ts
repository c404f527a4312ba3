import { technique } from '@tripline/attack';
import { OVERRIDE_CONFIDENCE } from '../inventory/counted-mappings.js';
import type { DetectionResource } from '../inventory/detection-resource.js';
import type { MappedTechnique, StoredDetection } from '../inventory/detection-store.js';
import type { DetectionType } from '../inventory/detection-types.js';
import type { StoredOverride } from '../inventory/override-store.js';
import type { LastProof } from '../inventory/proof-resource.js';
import { TYPES_READ_FROM_TEXT } from '../providers/facts-of.js';
import { statusWord } from '../providers/status-words.js';

type ShownTechnique = DetectionResource['mapped_techniques'][number];

/** A detection as the API shows it, with the strongest of its techniques first, and at most `most` of them. */
export const detectionView = (
  detection: StoredDetection,
  techniques: readonly ShownTechnique[],
  proof: LastProof,
  most?: number,
): DetectionResource => ({
  ...detection,
  status_words: wordsOf(detection.status_reason),
  ...proof,
  technique_counts: countsOf(techniques),
  mapped_techniques: techniques.slice(0, most),
});

function wordsOf(reason: string | null): DetectionResource['status_words'] {
  const word = reason === null ? undefined : statusWord(reason);
  return word === undefined ? null : { label: word.label, what_to_do: word.toDo, severity: word.severity };
}

function countsOf(techniques: readonly ShownTechnique[]): DetectionResource['technique_counts'] {
  const of = (category: ShownTechnique['category']): number =>
    techniques.filter((one) => one.category === category).length;
  return {
    detect: of('detect'),
    protect: of('protect'),
    respond: of('respond'),
    covers: techniques.filter(({ covers }) => covers).length,
  };
}

/** A detection's techniques with what overrides say of them, and those that only an override gives it. */
export function withOverrides(
  type: DetectionType,
  mapped: readonly MappedTechnique[],
  overrides: readonly StoredOverride[],
): ShownTechnique[] {
  const saidOf = new Map(overrides.map((override) => [override.technique_id, override]));
  const shown = mapped.map(({ detection_id: _detection, ...one }) => {
    const said = one.category === 'detect' ? saidOf.get(one.technique_id) : undefined;
    return {
      ...one,
      basis: said === undefined ? basisOf(one, type) : ('override' as const),
      covers: said?.covers ?? one.covers,
      technique_name: nameOf(one.technique_id),
      override: said === undefined ? null : wordOf(said),
    };
  });
  const known = new Set(shown.flatMap(({ category, technique_id }) => (category === 'detect' ? technique_id : [])));
  const added = overrides.filter(({ covers, technique_id }) => covers && !known.has(technique_id));
  return [
    ...shown,
    ...added.map((one) => ({
      technique_id: one.technique_id,
      technique_name: nameOf(one.technique_id),
      confidence: OVERRIDE_CONFIDENCE,
      strength: 'significant' as const,
      category: 'detect' as const,
      source: 'override' as const,
      covers: true,
      basis: 'override' as const,
      evidence: one.reason,
      override: wordOf(one),
    })),
  ].sort((a, b) => Number(b.covers) - Number(a.covers) || b.confidence - a.confidence);
}

const basisOf = (
  { basis, source }: Pick<MappedTechnique, 'basis' | 'source'>,
  type: DetectionType,
): ShownTechnique['basis'] => basis ?? (TYPES_READ_FROM_TEXT.has(type) && source !== 'sigma' ? 'query' : 'mapping');

const nameOf = (techniqueId: string): string => technique(techniqueId)?.name ?? techniqueId;
const wordOf = ({ covers, id, reason }: StoredOverride) => ({ id, covers, reason });
