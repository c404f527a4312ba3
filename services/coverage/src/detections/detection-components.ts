import { instant, integer, type JsonSchema, list, nullable, object, text, uuid, yesOrNo } from '@tripline/service';
import { DETECTION_STATUSES, DETECTION_TYPES, STATUS_REASONS } from './detection-model.js';

/** The schemas of detections in the OpenAPI document. */
export const detectionComponents: Readonly<Record<string, JsonSchema>> = {
  Detection: object({
    id: uuid,
    cloud_account_id: uuid,
    name: text,
    detection_type: { type: 'string', enum: DETECTION_TYPES },
    status: { type: 'string', enum: DETECTION_STATUSES },
    status_reason: {
      oneOf: [{ type: 'string', enum: STATUS_REASONS }, { type: 'null' }],
      description: 'why it is not active',
    },
    source_arn: nullable(text),
    region: nullable(text),
    description: nullable(text),
    is_managed: yesOrNo,
    mapping_count: integer,
    mapped_techniques: list(
      object({
        technique_id: text,
        technique_name: text,
        confidence: { type: 'number', minimum: 0, maximum: 1, description: 'strength × provenance' },
        strength: { type: 'string', enum: ['minimal', 'partial', 'significant'] },
        category: { type: 'string', enum: ['detect', 'protect', 'respond'], description: 'only detect covers' },
        source: { type: 'string', enum: ['vendor', 'ctid', 'event_map', 'sigma', 'inferred'] },
        evidence: text,
      }),
    ),
    discovered_at: instant,
    updated_at: instant,
  }),
};
