import { json, type TypeOf } from '@tripline/service';
import { lastProof } from '../proof/proof-resource.js';
import { DETECTION_STATUSES, DETECTION_TYPES, STATUS_REASONS } from './detection-model.js';

/** A technique that a detection is mapped to. */
const mappedTechnique = json.object({
  technique_id: json.text.example('T1562.008'),
  technique_name: json.text.example('Disable or Modify Cloud Logs'),
  confidence: json.number.min(0).max(1).description('strength × provenance').example(0.9),
  strength: json.oneOf(['minimal', 'partial', 'significant']),
  category: json.oneOf(['detect', 'protect', 'respond']).description('only detect covers'),
  source: json.oneOf(['vendor', 'ctid', 'event_map', 'sigma', 'inferred', 'override']),
  evidence: json.text.example('cloudtrail.amazonaws.com/StopLogging'),
  override: json
    .nullable(json.object({ id: json.uuid, covers: json.yesOrNo, reason: json.text }))
    .description('what a subscriber said of it; it takes precedence'),
});

/** What a collector may find, under the same name from there to the answer. One that does not know it leaves it out, and null is stored. */
const optionalFields = { description: json.nullable(json.text).example('Somebody stopped a trail.') } as const;
export type OptionalFields = TypeOf<ReturnType<typeof json.object<typeof optionalFields>>>;

/** The optional fields of a detection of which nothing was found. */
export const NOTHING_FOUND = Object.fromEntries(Object.keys(optionalFields).map((name) => [name, null])) as Record<
  keyof OptionalFields,
  null
>;

/** The fields of a detection's own row. A column has its field's name; the store knows the exceptions. */
export const storedFields = {
  id: json.uuid,
  cloud_account_id: json.uuid,
  name: json.text.example('trail-stopped'),
  ...optionalFields,
  detection_type: json.oneOf(DETECTION_TYPES),
  status: json.oneOf(DETECTION_STATUSES),
  status_reason: json.nullable(json.oneOf(STATUS_REASONS)).description('why it is not active'),
  source_arn: json.nullable(json.text).example('arn:aws:events:eu-central-1:111122223333:rule/trail-stopped'),
  region: json.nullable(json.text).example('eu-central-1'),
  is_managed: json.yesOrNo,
  tags: json.list(json.text.example('production')),
  mapping_count: json.integer,
  discovered_at: json.instant,
  updated_at: json.instant,
} as const;

/** A detection of an account, with the techniques it can detect. */
export const detectionResource = json.resource('Detection', {
  ...storedFields,
  ...lastProof,
  mapped_techniques: json.list(mappedTechnique),
});
export type DetectionResource = TypeOf<typeof detectionResource>;
