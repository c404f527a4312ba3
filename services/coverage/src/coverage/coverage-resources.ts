import {
  anyObject,
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

/** Gap priorities, worst first. */
export const GAP_PRIORITIES = ['critical', 'high', 'medium', 'low'] as const;
export type GapPriority = (typeof GAP_PRIORITIES)[number];

const confidence = number.min(0).max(1).example(0.7);
const status = oneOf(['covered', 'partial', 'uncovered']);
const region = text.example('eu-central-1');
export const attackVersion = text.example('17.1');
const figures = {
  attack_version: attackVersion,
  total_techniques: integer.example(126),
  covered_techniques: integer.example(31),
  partial_techniques: integer.example(12),
  uncovered_techniques: integer.example(83),
  unverified_techniques: integer.description('those that depend on something that could not be read').example(4),
  unknown_cells: integer.description('services in regions that could not be read last time').example(2),
  coverage_percent: number.description('100 × covered ÷ total, one decimal').example(24.6),
  average_confidence: confidence.description('over covered and partial techniques'),
  scan_id: nullable(uuid).description('null when declared detections brought the snapshot about'),
  created_at: instant.description("the snapshot's"),
} as const;
const technique = {
  technique_id: text.example('T1562.008'),
  name: text.example('Disable or Modify Cloud Logs'),
  tactics: list(text.example('TA0005')),
} as const;

/** One tactic's share of a snapshot. A technique of several tactics counts in each, so the sums do not add up to the whole. */
const tacticCoverage = object({
  tactic_id: text.example('TA0005'),
  tactic: text.example('defense-evasion'),
  name: text.example('Defense Evasion'),
  total: integer.example(20),
  covered: integer.example(6),
  partial: integer.example(3),
  uncovered: integer.example(11),
});
export type TacticCoverage = TypeOf<typeof tacticCoverage>;

/** The newest snapshot of an account. */
export const coverageSummary = resource('CoverageSummary', {
  cloud_account_id: uuid,
  cloud_account_name: text.example('production'),
  ...figures,
  by_tactic: list(tacticCoverage).description('a technique of several tactics counts in each'),
  last_scan_at: nullable(instant),
});
export type CoverageSummary = TypeOf<typeof coverageSummary>;

/** A snapshot's own figures, as history and diffs show them. */
export const snapshotResource = resource('Snapshot', { id: uuid, ...figures });
export type SnapshotResource = TypeOf<typeof snapshotResource>;

/** A technique's coverage in a snapshot. */
export const techniqueCoverageResource = resource('TechniqueCoverage', {
  ...technique,
  is_subtechnique: yesOrNo.example(true),
  parent_id: nullable(text).example('T1562'),
  status,
  unverified: yesOrNo,
  confidence,
  detection_count: integer,
  effective_detection_count: integer,
  regions_covered: list(region),
  regions_unknown: list(region),
  detection_ids: list(uuid),
});
export type TechniqueCoverageResource = TypeOf<typeof techniqueCoverageResource>;

/** A technique the account would not notice. */
export const gapResource = resource('Gap', {
  ...technique,
  status: status.example('uncovered'),
  unverified: yesOrNo,
  priority: oneOf(GAP_PRIORITIES),
  score: number,
  reasons: list(text.example('Used by 31 groups and in 12 campaigns.')),
  prevalence: object({ groups: integer, software: integer, campaigns: integer }),
  used_in_wild: yesOrNo,
  log_sources: list(text.example('CloudTrail management events')),
  suggested_detections: list(text.example('An EventBridge rule on StopLogging and DeleteTrail.')),
  generate: anyObject
    .description("a body ready for the rules service's POST /v1/generate")
    .example({ inputType: 'technique', techniqueId: 'T1562.008', options: { targetProviders: ['cloud-audit-1'] } }),
});
export type GapResource = TypeOf<typeof gapResource>;

/** What changed for one technique between two snapshots; null where a snapshot does not know it (another ATT&CK version). */
const techniqueChange = object({
  technique_id: technique.technique_id,
  name: technique.name,
  from: nullable(status),
  to: nullable(status),
  confidence_from: confidence,
  confidence_to: confidence,
});
export type TechniqueChange = TypeOf<typeof techniqueChange>;

/** Two snapshots of an account compared. */
export const coverageDiff = resource('CoverageDiff', {
  cloud_account_id: uuid,
  from: snapshotResource,
  to: snapshotResource,
  gained: list(techniqueChange),
  lost: list(techniqueChange),
  added: list(techniqueChange).description('techniques that only the later snapshot knows'),
  dropped: list(techniqueChange).description('techniques that only the earlier snapshot knows'),
});
