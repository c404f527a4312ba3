import type { Knex } from '@tripline/service';
import { type StoredDetection, techniquesOf } from '../inventory/detection-store.js';
import { overridesOf } from '../inventory/override-store.js';
import { lastProofOf } from '../inventory/proof-store.js';
import { lastProofView } from '../inventory/proof-view.js';
import { detectionView, withOverrides } from './detection-view.js';

/** Detections as the API shows them: with their techniques, `most` of each where it is given, what people say of these, and their last proof. */
export async function detectionViews(db: Knex, detections: readonly StoredDetection[], most?: number) {
  const ids = detections.map(({ id }) => id);
  const [mapped, overrides, proven] = await Promise.all([
    techniquesOf(db, ids),
    overridesOf(db, ids),
    lastProofOf(db, ids),
  ]);
  const mappedOf = byDetection(mapped);
  const overridesOfEach = byDetection(overrides);
  const now = new Date();
  return detections.map((detection) => {
    const { detection_type: type, id } = detection;
    const techniques = withOverrides(type, mappedOf.get(id) ?? [], overridesOfEach.get(id) ?? []);
    return detectionView(detection, techniques, lastProofView(proven.get(id), now), most);
  });
}

function byDetection<T extends { readonly detection_id: string }>(rows: readonly T[]): Map<string, T[]> {
  const grouped = new Map<string, T[]>();
  for (const row of rows) grouped.set(row.detection_id, [...(grouped.get(row.detection_id) ?? []), row]);
  return grouped;
}
