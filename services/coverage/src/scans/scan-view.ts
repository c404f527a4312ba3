import { errorsOf, failureOf } from './scan-failure.js';
import type { ScanResource } from './scan-resources.js';
import type { ScanRow } from './scan-store.js';

/** Shows a scan in the form of the API (API document, "Scan"). Until the scanned regions are known, `regions` are those asked for. */
export function scanView(scan: ScanRow): ScanResource {
  return {
    id: scan.id,
    cloud_account_id: scan.account_id,
    status: scan.status,
    progress_percent: scan.progress_percent,
    current_step: scan.current_step,
    regions: scan.regions.length > 0 ? scan.regions : (scan.regions_asked ?? []),
    detections_found: scan.detections_found,
    detections_new: scan.detections_new,
    detections_updated: scan.detections_updated,
    detections_removed: scan.detections_removed,
    errors: errorsOf(scan),
    failure: failureOf(scan),
    started_at: scan.started_at,
    completed_at: scan.completed_at,
    created_at: scan.created_at,
  };
}
