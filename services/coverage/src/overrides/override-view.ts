import { technique } from '@tripline/attack';
import type { OverrideResource } from '../inventory/override-resource.js';
import type { StoredOverride } from '../inventory/override-store.js';

/** An override as the API shows it. */
export const overrideView = (override: StoredOverride): OverrideResource => ({
  id: override.id,
  cloud_account_id: override.account_id,
  detection_id: override.detection_id,
  detection_name: override.detection_name,
  technique_id: override.technique_id,
  technique_name: technique(override.technique_id)?.name ?? override.technique_id,
  covers: override.covers,
  reason: override.reason,
  recorded_by: override.recorded_by,
  created_at: override.created_at,
});
