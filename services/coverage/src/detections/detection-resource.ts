import {
  instant,
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
  yesOrNo,
} from '@tripline/service';
import { DETECTION_STATUSES, DETECTION_TYPES, STATUS_REASONS } from './detection-model.js';

/** A technique that a detection is mapped to. */
const mappedTechnique = object({
  technique_id: text.example('T1562.008'),
  technique_name: text.example('Disable or Modify Cloud Logs'),
  confidence: number.min(0).max(1).description('strength × provenance').example(0.9),
  strength: oneOf(['minimal', 'partial', 'significant']),
  category: oneOf(['detect', 'protect', 'respond']).description('only detect covers'),
  source: oneOf(['vendor', 'ctid', 'event_map', 'sigma', 'inferred']),
  evidence: text.example('cloudtrail.amazonaws.com/StopLogging'),
});

/** A detection of an account, with the techniques it can detect. */
export const detectionResource = resource('Detection', {
  id: uuid,
  cloud_account_id: uuid,
  name: text.example('trail-stopped'),
  detection_type: oneOf(DETECTION_TYPES),
  status: oneOf(DETECTION_STATUSES),
  status_reason: nullable(oneOf(STATUS_REASONS)).description('why it is not active'),
  source_arn: nullable(text).example('arn:aws:events:eu-central-1:111122223333:rule/trail-stopped'),
  region: nullable(text).example('eu-central-1'),
  description: nullable(text).example('Somebody stopped a trail.'),
  is_managed: yesOrNo,
  mapping_count: integer,
  mapped_techniques: list(mappedTechnique),
  discovered_at: instant,
  updated_at: instant,
});
export type DetectionResource = TypeOf<typeof detectionResource>;
