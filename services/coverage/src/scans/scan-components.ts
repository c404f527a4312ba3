import { instant, integer, type JsonSchema, list, nullable, object, ref, text, uuid } from '@tripline/service';
import { SCAN_STATUSES } from './scan-model.js';

const status: JsonSchema = {
  type: 'string',
  enum: SCAN_STATUSES,
  description: 'pending, running, and then for good completed, completed_with_errors, failed or cancelled',
};
const counts: JsonSchema = { type: 'object', additionalProperties: integer };
const percent: JsonSchema = { type: 'number', minimum: 0, maximum: 100 };
const changed = list(object({ id: uuid, name: text, detection_type: text, region: text }));

/** The schemas of scans in the OpenAPI document. */
export const scanComponents: Readonly<Record<string, JsonSchema>> = {
  ScanError: object({
    service: text,
    region: nullable(text),
    operation: nullable(text),
    code: { type: 'string', description: "the cloud's own" },
    kind: {
      type: 'string',
      enum: ['access_denied', 'throttled', 'not_opted_in', 'expired', 'timeout', 'service_error', 'unexpected'],
    },
    message: text,
    attempts: integer,
    at: instant,
  }),
  ScanProgress: object({
    id: uuid,
    status,
    progress_percent: percent,
    current_step: text,
    detections_found: integer,
    detections_new: integer,
    detections_updated: integer,
    detections_removed: integer,
  }),
  Scan: object({
    id: uuid,
    cloud_account_id: uuid,
    status,
    progress_percent: percent,
    current_step: text,
    regions: { ...list(text), description: 'those asked for, until it is known which can be scanned' },
    detections_found: integer,
    detections_new: integer,
    detections_updated: integer,
    detections_removed: integer,
    errors: list(ref('ScanError')),
    started_at: nullable(instant),
    completed_at: nullable(instant),
    created_at: instant,
  }),
  ScanResults: object({
    scan_id: uuid,
    cloud_account_id: uuid,
    status,
    regions_scanned: list(text),
    regions_skipped: list(object({ region: text, reason: text })),
    detections_found: integer,
    new: changed,
    updated: changed,
    removed: changed,
    by_type: counts,
    by_region: counts,
    by_status: counts,
    unmapped_count: { ...integer, description: 'detections that say nothing about any technique' },
    errors_count: integer,
    coverage_before: nullable(percent),
    coverage_after: nullable(percent),
    techniques_gained: { ...list(text), description: 'covered now, and not in the snapshot before' },
    techniques_lost: list(text),
    api_calls: integer,
    duration_ms: integer,
  }),
};
