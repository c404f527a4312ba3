import { technique } from '@tripline/attack';
import type { ExclusionResource } from '../inventory/exclusion-resource.js';
import type { StoredExclusion } from '../inventory/exclusion-store.js';

/** An exclusion as the API shows it. */
export const exclusionView = (exclusion: StoredExclusion): ExclusionResource => ({
  id: exclusion.id,
  cloud_account_id: exclusion.account_id,
  kind: exclusion.kind,
  technique_id: exclusion.technique_id,
  technique_name: exclusion.technique_id === null ? null : (technique(exclusion.technique_id)?.name ?? null),
  detection_id: exclusion.detection_id,
  detection_name: exclusion.detection_name,
  reason: exclusion.reason,
  owner: exclusion.owner,
  expires_at: exclusion.expires_at,
  in_force: exclusion.in_force,
  recorded_by: exclusion.recorded_by,
  created_at: exclusion.created_at,
});
