import {
  byName,
  instant,
  instantText,
  integer,
  list,
  nullable,
  number,
  object,
  oneOf,
  resource,
  type TypeOf,
  text,
  uuid,
} from '@tripline/service';
import { SCAN_STATUSES } from './scan-model.js';

const status = oneOf(SCAN_STATUSES).description(
  'pending, running, and then for good completed, completed_with_errors, failed or cancelled',
);
const region = text.example('eu-central-1');
const counts = byName(integer);
const percent = number.min(0).max(100);
const changed = list(
  object({ id: uuid, name: text.example('root-sign-in'), detection_type: text.example('eventbridge_rule'), region }),
);
const technique = text.example('T1078.004');

/** One call to the cloud that failed after all retries. */
const scanErrorResource = resource('ScanError', {
  service: text.example('guardduty'),
  region: nullable(text).example('eu-central-1'),
  operation: nullable(text).example('ListDetectors'),
  code: text.description("the cloud's own, such as AccessDeniedException").example('AccessDeniedException'),
  kind: oneOf(['access_denied', 'throttled', 'not_opted_in', 'expired', 'timeout', 'service_error', 'unexpected']),
  message: text.example('The role may not call guardduty:ListDetectors.'),
  attempts: integer,
  at: instantText,
});
export type ScanError = TypeOf<typeof scanErrorResource>;
/** The kind of an error, in terms the caller knows. */
export type ScanErrorKind = ScanError['kind'];

const progress = {
  id: uuid,
  status,
  progress_percent: percent.example(40),
  current_step: text.example('Reading EventBridge in eu-central-1'),
  detections_found: integer,
  detections_new: integer,
  detections_updated: integer,
  detections_removed: integer,
} as const;

/** The progress of a scan: the data of a `progress` event. */
export const scanProgressResource = resource('ScanProgress', progress);
export type ScanProgress = TypeOf<typeof scanProgressResource>;

/** A scan. */
export const scanResource = resource('Scan', {
  ...progress,
  cloud_account_id: uuid,
  regions: list(region).description('those asked for, until it is known which can be scanned'),
  errors: list(scanErrorResource),
  started_at: nullable(instant),
  completed_at: nullable(instant),
  created_at: instant,
});
export type ScanResource = TypeOf<typeof scanResource>;

/** What an ended scan changed. */
export const scanResultsResource = resource('ScanResults', {
  scan_id: uuid,
  cloud_account_id: uuid,
  status,
  regions_scanned: list(region),
  regions_skipped: list(object({ region: text.example('af-south-1'), reason: text.example('not_opted_in') })),
  detections_found: integer,
  new: changed,
  updated: changed,
  removed: changed,
  by_type: counts.example({ eventbridge_rule: 12 }),
  by_region: counts.example({ 'eu-central-1': 12 }),
  by_status: counts.example({ active: 12 }),
  unmapped_count: integer.description('detections that say nothing about any technique'),
  errors_count: integer,
  coverage_before: nullable(percent).example(12.5),
  coverage_after: nullable(percent).example(14.1),
  techniques_gained: list(technique).description('covered now, and not in the snapshot before'),
  techniques_lost: list(technique),
  api_calls: integer,
  duration_ms: integer,
});
export type ScanResults = TypeOf<typeof scanResultsResource>;
