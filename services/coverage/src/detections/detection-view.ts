import { technique } from '@tripline/attack';
import type { LastProof } from '../proof/proof-resource.js';
import type { DetectionResource } from './detection-resource.js';
import type { MappedTechnique, StoredDetection } from './detection-store.js';

/** A detection as the API shows it. */
export function detectionView(
  detection: StoredDetection,
  techniques: readonly MappedTechnique[],
  proof: LastProof,
): DetectionResource {
  return {
    ...detection,
    ...proof,
    mapped_techniques: techniques.map(({ detection_id: _detection, ...mapped }) => ({
      ...mapped,
      technique_name: technique(mapped.technique_id)?.name ?? mapped.technique_id,
    })),
  };
}
