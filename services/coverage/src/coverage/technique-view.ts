import { tactic, technique } from '@tripline/attack';
import type { TechniqueCoverage } from '../counting/compute-coverage.js';
import type { LastProof } from '../inventory/proof-resource.js';
import type { TechniqueCoverageResource } from './coverage-resources.js';

/** A technique's tactics as the API names them: ids, in ATT&CK's order. */
export const tacticIds = (techniqueId: string): string[] =>
  (technique(techniqueId)?.tactics ?? []).map((shortName) => tactic(shortName)?.id ?? shortName);

/** A technique's coverage as the API shows it, with the detections that are named of it. */
export function techniqueView(
  one: TechniqueCoverage,
  detectionIds: readonly string[],
  said: LastProof & { readonly excluded: boolean },
): TechniqueCoverageResource {
  const facts = technique(one.techniqueId);
  return {
    technique_id: one.techniqueId,
    name: facts?.name ?? one.techniqueId,
    tactics: tacticIds(one.techniqueId),
    is_subtechnique: facts?.parent !== undefined,
    parent_id: facts?.parent ?? null,
    status: one.status,
    unverified: one.isUnverified,
    confidence: one.confidence,
    detection_count: one.detectionCount,
    effective_detection_count: one.effectiveDetectionCount,
    ...said,
    regions_needed: one.scopesNeeded,
    regions_covered: one.scopesCovered,
    regions_partial: one.scopesPartial,
    regions_unknown: one.scopesUnknown,
    reasons: one.reasons,
    detection_ids: detectionIds,
  };
}
