import { technique } from '@tripline/attack';
import type { DetectionResource } from './detection-resource.js';
import type { MappedTechnique, StoredDetection } from './detection-store.js';

/** A detection as the API shows it. */
export function detectionView(detection: StoredDetection, techniques: readonly MappedTechnique[]): DetectionResource {
  return {
    id: detection.id,
    cloud_account_id: detection.accountId,
    name: detection.name,
    detection_type: detection.type,
    status: detection.status,
    status_reason: detection.statusReason,
    source_arn: detection.sourceArn,
    region: detection.region,
    description: detection.description,
    is_managed: detection.isManaged,
    mapping_count: detection.mappingCount,
    mapped_techniques: techniques.map((mapped) => ({
      technique_id: mapped.techniqueId,
      technique_name: technique(mapped.techniqueId)?.name ?? mapped.techniqueId,
      confidence: mapped.confidence,
      strength: mapped.strength,
      category: mapped.category,
      source: mapped.source,
      evidence: mapped.evidence,
    })),
    discovered_at: detection.discoveredAt,
    updated_at: detection.updatedAt,
  };
}
