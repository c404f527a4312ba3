import { instant, integer, type JsonSchema, list, nullable, object, ref, text, uuid, yesOrNo } from '@tripline/service';
import { GAP_PRIORITIES } from './gaps.js';

const confidence: JsonSchema = { type: 'number', minimum: 0, maximum: 1 };
const status: JsonSchema = { type: 'string', enum: ['covered', 'partial', 'uncovered'] };
const figures = {
  attack_version: text,
  total_techniques: integer,
  covered_techniques: integer,
  partial_techniques: integer,
  uncovered_techniques: integer,
  unverified_techniques: { ...integer, description: 'those that depend on something that could not be read' },
  unknown_cells: { ...integer, description: 'services in regions that could not be read last time' },
  coverage_percent: { type: 'number', description: '100 × covered ÷ total, one decimal' },
  average_confidence: { ...confidence, description: 'over covered and partial techniques' },
  scan_id: { ...nullable(uuid), description: 'null when declared detections brought the snapshot about' },
  created_at: { ...instant, description: "the snapshot's" },
} as const;
const technique = { technique_id: text, name: text, tactics: list(text) } as const;
const change = object({
  technique_id: text,
  name: text,
  from: nullable(status),
  to: nullable(status),
  confidence_from: confidence,
  confidence_to: confidence,
});

/** The schemas of coverage in the OpenAPI document. */
export const coverageComponents: Readonly<Record<string, JsonSchema>> = {
  CoverageSummary: object({
    cloud_account_id: uuid,
    cloud_account_name: text,
    ...figures,
    by_tactic: {
      ...list(
        object({
          tactic_id: text,
          tactic: text,
          name: text,
          total: integer,
          covered: integer,
          partial: integer,
          uncovered: integer,
        }),
      ),
      description: 'a technique of several tactics counts in each',
    },
    last_scan_at: nullable(instant),
  }),
  Snapshot: object({ id: uuid, ...figures }),
  TechniqueCoverage: object({
    ...technique,
    is_subtechnique: yesOrNo,
    parent_id: nullable(text),
    status,
    unverified: yesOrNo,
    confidence,
    detection_count: integer,
    effective_detection_count: integer,
    regions_covered: list(text),
    regions_unknown: list(text),
    detection_ids: list(uuid),
  }),
  Gap: object({
    ...technique,
    status,
    unverified: yesOrNo,
    priority: { type: 'string', enum: GAP_PRIORITIES },
    score: { type: 'number' },
    reasons: list(text),
    prevalence: object({ groups: integer, software: integer, campaigns: integer }),
    used_in_wild: yesOrNo,
    log_sources: list(text),
    suggested_detections: list(text),
    generate: { type: 'object', description: "a body ready for the rules service's POST /v1/generate" },
  }),
  CoverageDiff: object({
    cloud_account_id: uuid,
    from: ref('Snapshot'),
    to: ref('Snapshot'),
    gained: list(change),
    lost: list(change),
    added: { ...list(change), description: 'techniques that only the later snapshot knows' },
    dropped: { ...list(change), description: 'techniques that only the earlier snapshot knows' },
  }),
};
