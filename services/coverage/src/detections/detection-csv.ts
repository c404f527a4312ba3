import { csvFile } from '@tripline/service';
import type { DetectionResource } from '../inventory/detection-resource.js';

/** Detections as a file; the columns are fields of the JSON answer, and `techniques` the ids of those that it detects. */
export const detectionCsv = csvFile([
  ...([
    'id',
    'name',
    'detection_type',
    'status',
    'status_reason',
    'region',
    'is_managed',
    'tags',
    'techniques',
  ] as const),
  ...(['proven_at', 'source_arn', 'description', 'discovered_at', 'updated_at'] as const),
]);

/** A detection's row. */
export const detectionRow = (detection: DetectionResource) => ({
  ...detection,
  techniques: detection.mapped_techniques.flatMap(({ category, override, technique_id }) =>
    category === 'detect' && override?.covers !== false ? technique_id : [],
  ),
});
