import { json, type TypeOf } from '@tripline/service';
import { DETECTION_STATUSES, DETECTION_TYPES, STATUS_REASONS } from './detection-model.js';

/** A technique that a detection is mapped to. */
const mappedTechnique = json.object({
  technique_id: json.text.example('T1562.008'),
  technique_name: json.text.example('Disable or Modify Cloud Logs'),
  confidence: json.number.min(0).max(1).description('strength × provenance').example(0.9),
  strength: json.oneOf(['minimal', 'partial', 'significant']),
  category: json.oneOf(['detect', 'protect', 'respond']).description('only detect covers'),
  source: json.oneOf(['vendor', 'ctid', 'event_map', 'sigma', 'inferred']),
  evidence: json.text.example('cloudtrail.amazonaws.com/StopLogging'),
});

/** A detection of an account, with the techniques it can detect. */
export const detectionResource = json.resource('Detection', {
  id: json.uuid,
  cloud_account_id: json.uuid,
  name: json.text.example('trail-stopped'),
  detection_type: json.oneOf(DETECTION_TYPES),
  status: json.oneOf(DETECTION_STATUSES),
  status_reason: json.nullable(json.oneOf(STATUS_REASONS)).description('why it is not active'),
  source_arn: json.nullable(json.text).example('arn:aws:events:eu-central-1:111122223333:rule/trail-stopped'),
  region: json.nullable(json.text).example('eu-central-1'),
  description: json.nullable(json.text).example('Somebody stopped a trail.'),
  is_managed: json.yesOrNo,
  mapping_count: json.integer,
  mapped_techniques: json.list(mappedTechnique),
  discovered_at: json.instant,
  updated_at: json.instant,
});
export type DetectionResource = TypeOf<typeof detectionResource>;
