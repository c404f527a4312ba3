import { csvFile } from '@tripline/service';

/** Techniques of a snapshot as a file; the columns are fields of the JSON answer. */
export const techniqueCsv = csvFile([
  ...(['technique_id', 'name', 'tactics', 'status', 'unverified', 'excluded', 'confidence'] as const),
  ...(['detection_count', 'effective_detection_count', 'regions_covered', 'regions_unknown', 'proven_at'] as const),
]);

/** Gaps as a file; the columns are fields of the JSON answer. */
export const gapCsv = csvFile([
  ...(['technique_id', 'name', 'tactics', 'status', 'unverified', 'excluded', 'priority', 'score'] as const),
  ...(['used_in_wild', 'reasons', 'log_sources', 'suggested_detections'] as const),
]);
