import { json, type TypeOf } from '@tripline/service';
import { scanErrorResource } from '../cloud/scan-error.js';
import { SCAN_STATUSES } from './scan-model.js';

const status = json
  .oneOf(SCAN_STATUSES)
  .description('pending, running, and then for good completed, completed_with_errors, failed or cancelled');
const region = json.text.example('eu-central-1');
const counts = json.byName(json.integer);
const percent = json.number.min(0).max(100);
const changed = json.list(
  json.object({
    id: json.uuid,
    name: json.text.example('root-sign-in'),
    detection_type: json.text.example('eventbridge_rule'),
    region,
  }),
);
const technique = json.text.example('T1078.004');

const progress = {
  id: json.uuid,
  status,
  progress_percent: percent.example(40),
  current_step: json.text.example('Reading EventBridge in eu-central-1'),
  detections_found: json.integer,
  detections_new: json.integer,
  detections_updated: json.integer,
  detections_removed: json.integer,
} as const;

/** The progress of a scan: the data of a `progress` event. */
export const scanProgressResource = json.resource('ScanProgress', progress);
export type ScanProgress = TypeOf<typeof scanProgressResource>;

/** A service in a region, as a scan reads it. */
export const scanCellResource = json.resource('ScanCell', {
  service: json.text.example('guardduty'),
  region,
  status: json
    .oneOf(['pending', 'done', 'failed'])
    .description('failed: it could not be read, and the scan’s errors say why'),
  detections_found: json.integer,
});
export type ScanCell = TypeOf<typeof scanCellResource>;

/** Why a scan failed as a whole. */
const scanFailure = json
  .nullable(
    json.object({
      code: json.text
        .description(
          '`role_refused`: the role could not be assumed, or anyone could; `missing_action`; `denied`: another policy forbids it; `nothing_read`: no service in any region could be read; `throttled`, `expired`, `timeout`, `service_error`, `not_opted_in`, `unexpected`. Others may come',
        )
        .example('role_refused'),
      sentence: json.text.example('The role arn:aws:iam::111122223333:role/tripline could not be assumed.'),
      missing_actions: json.list(json.text).description('what the role’s policy lacks, as far as it is known'),
    }),
  )
  .description('why a scan failed: null of one that did not');
export type ScanFailure = TypeOf<typeof scanFailure>;

/** A scan. */
export const scanResource = json.resource('Scan', {
  ...progress,
  cloud_account_id: json.uuid,
  regions: json.list(region).description('those asked for, until it is known which can be scanned'),
  errors: json.list(scanErrorResource),
  failure: scanFailure,
  started_at: json.nullable(json.instant),
  completed_at: json.nullable(json.instant),
  created_at: json.instant,
});
export type ScanResource = TypeOf<typeof scanResource>;

/** What an ended scan changed. */
export const scanResultsResource = json.resource('ScanResults', {
  scan_id: json.uuid,
  cloud_account_id: json.uuid,
  status,
  failure: scanFailure,
  regions_scanned: json.list(region),
  regions_skipped: json.list(
    json.object({ region: json.text.example('af-south-1'), reason: json.text.example('not_opted_in') }),
  ),
  detections_found: json.integer,
  new: changed,
  updated: changed,
  removed: changed,
  total_changes: json.integer.description('new, updated and removed, of all pages'),
  by_type: counts.example({ eventbridge_rule: 12 }),
  by_region: counts.example({ 'eu-central-1': 12 }),
  by_status: counts.example({ active: 12 }),
  unmapped_count: json.integer.description('detections that say nothing about any technique'),
  errors_count: json.integer,
  coverage_before: json.nullable(percent).example(12.5),
  coverage_after: json.nullable(percent).example(14.1),
  techniques_gained: json.list(technique).description('covered now, and not in the snapshot before'),
  techniques_lost: json.list(technique),
  api_calls: json.integer,
  duration_ms: json.integer,
});
export type ScanResults = TypeOf<typeof scanResultsResource>;
