import { OWNER_KINDS } from '@tripline/auth';
import { json, type TypeOf } from '@tripline/service';
import { actorName } from '../actors/actor-resource.js';
import { ARTEFACT_FORMS } from '../cloud/closing.js';
import { regionCoverage, tacticCoverage } from '../counting/shares.js';
import { MOST_GAP_RULES } from '../gap-rules/gap-rule-model.js';
import { GAP_STATES } from '../gap-work/gap-work-model.js';
import { lastProof } from '../inventory/proof-resource.js';
import { attackVersion } from '../openapi/attack-version.js';

/** Gap priorities, worst first. */
export const GAP_PRIORITIES = ['critical', 'high', 'medium', 'low'] as const;
export type GapPriority = (typeof GAP_PRIORITIES)[number];

const confidence = json.number.min(0).max(1).example(0.7);
const status = json.closedOneOf(['covered', 'partial', 'uncovered']);
const excluded = json.yesOrNo.description('left out, or the risk is accepted').example(false);
const region = json.text.example('eu-central-1');
const figures = {
  attack_version: attackVersion,
  total_techniques: json.integer.example(126),
  covered_techniques: json.integer.example(31),
  partial_techniques: json.integer.example(12),
  uncovered_techniques: json.integer.example(83),
  unverified_techniques: json.integer.description('those that depend on something that could not be read').example(4),
  unknown_techniques: json.integer
    .description(
      'of the uncovered: unverified, so that it is not known whether they are gaps; gaps are the uncovered less these',
    )
    .example(3),
  unknown_cells: json.integer.description('services in regions that could not be read last time').example(2),
  coverage_percent: json.number.description('100 × covered ÷ total, one decimal').example(24.6),
  average_confidence: confidence.description('over covered and partial techniques'),
  counting_version: json.integer.description('the method by which it was counted').example(2),
  reading_version: json.integer
    .description(
      'the method by which the scan read what is counted; snapshots are comparable where both versions are the same',
    )
    .example(2),
  scan_id: json
    .nullable(json.uuid)
    .description('null for a snapshot that was made because declared detections or the method of counting changed'),
  created_at: json.instant.description("the snapshot's"),
} as const;
const technique = {
  technique_id: json.text.example('T1562.008'),
  name: json.text.example('Disable or Modify Cloud Logs'),
  tactics: json.list(json.text.example('TA0005')),
} as const;

/** A region that the figures speak of. */
const regionRead = json.object({
  region,
  read_at: json.instant.description('when a scan last read something in it'),
});
export type RegionReadResource = TypeOf<typeof regionRead>;

export const regions = json
  .list(regionRead)
  .description('the regions that the figures speak of: read in any scan and still wanted by the account');

/** The newest snapshot of an account. */
export const coverageSummary = json.resource('CoverageSummary', {
  cloud_account_id: json.uuid,
  cloud_account_name: json.text.example('production'),
  ...figures,
  by_tactic: json.list(tacticCoverage).description('a technique of several tactics counts in each'),
  visible_techniques: json.integer
    .description('of the total: not covered and not excluded, but logs that show them arrive wherever their events do')
    .example(41),
  excluded_techniques: json.integer
    .description('of the total: excluded, or the risk is accepted; they are no gaps, and change no other figure')
    .example(3),
  proven_techniques: json.integer
    .description('of the total: a detection that can fire was seen to notice them in the last 90 days')
    .example(7),
  regions,
  by_region: json.list(regionCoverage),
  last_scan_at: json.nullable(json.instant),
});
export type CoverageSummary = TypeOf<typeof coverageSummary>;

/** A snapshot's own figures, as history and diffs show them. */
export const snapshotResource = json.resource('Snapshot', {
  id: json.uuid,
  ...figures,
  counted_anew_because: json
    .nullable(json.text)
    .description(
      'in a history, of the first snapshot that was counted by another method than the one before: what changed. A trend has a line there',
    )
    .example(null),
});
export type SnapshotResource = TypeOf<typeof snapshotResource>;

/** A technique's coverage in a snapshot. */
export const techniqueCoverageResource = json.resource('TechniqueCoverage', {
  ...technique,
  is_subtechnique: json.yesOrNo.example(true),
  parent_id: json.nullable(json.text).example('T1562'),
  status,
  unverified: json.yesOrNo,
  excluded,
  confidence,
  detection_count: json.integer,
  effective_detection_count: json.integer,
  ...lastProof,
  regions_needed: json.list(region).description('where its events arrive; covered means covered in each'),
  regions_covered: json
    .list(region)
    .description('those that an active detection sees which covers the technique by itself'),
  regions_partial: json.list(region).description('those that only a supporting or degraded detection sees'),
  regions_unknown: json.list(region),
  reasons: json
    .list(json.text.example('No detection that can fire sees eu-west-1.'))
    .description('why it is not covered'),
  detection_ids: json
    .list(json.uuid)
    .description('the best first, at most 500; `detection_count` says how many there are'),
});
export type TechniqueCoverageResource = TypeOf<typeof techniqueCoverageResource>;

/** A technique the account would not notice. */
export const gapResource = json.resource('Gap', {
  ...technique,
  status: status.example('uncovered'),
  unverified: json.yesOrNo,
  excluded,
  state: json
    .oneOf(GAP_STATES)
    .description(
      'how far it is: as somebody said, or risk_accepted where an accepted risk is in force; waiting_for_scan where rules for it are deployed',
    )
    .example('in_progress'),
  owner: json.nullable(json.text).description('who works on it').example('cloud-security@example.com'),
  due_at: json.nullable(json.instant),
  ticket_url: json.nullable(json.text).example('https://tickets.example.com/SEC-101'),
  actors: json.list(actorName).description('the chosen actors that use it, or the one asked for'),
  priority: json.oneOf(GAP_PRIORITIES),
  score: json.number,
  reasons: json.list(json.text.example('Used by 31 groups and in 12 campaigns.')),
  forbidden_by: json
    .list(
      json.object({ policy: json.text.example('deny-cloudtrail'), calls: json.list(json.text.example('StopLogging')) }),
    )
    .description(
      'policies of the organisation that forbid calls which show it in this account, to everybody and under no condition',
    ),
  forbidden_wholly: json.yesOrNo.description('whether they forbid every call that is known to show it'),
  prevalence: json.object({ groups: json.integer, software: json.integer, campaigns: json.integer }),
  cloud_prevalence: json
    .object({ groups: json.integer, campaigns: json.integer })
    .description('groups and campaigns that used it in a cloud, as ATT&CK tells; the priority follows these'),
  used_in_wild: json.yesOrNo,
  advisories_read: json
    .object({
      count: json.integer.description('the same document read again counts once').example(4),
      latest: json
        .list(json.object({ title: json.text.example('Cloud intrusions of spring'), read_at: json.instant }))
        .description('the newest three'),
    })
    .description(
      'documents that show it and that you or your team had read by the rules service in the last 90 days; they count in score and priority, the newer the more',
    ),
  log_sources: json.list(json.text.example('CloudTrail management events')),
  log_cost: json
    .oneOf(['included', 'charged', 'none'])
    .description('what the cheapest log that shows it costs; none where no log of AWS does'),
  suggested_detections: json.list(json.text.example('An EventBridge rule on StopLogging and DeleteTrail.')),
  generate: json
    .nullable(
      json.object({
        inputType: json.exactly('technique'),
        techniqueId: json.text.example('T1562.008'),
        options: json.object({
          targetProviders: json.list(json.text.example('cloud-audit-1')),
          gap: json.object({ accountId: json.uuid, techniqueId: json.text.example('T1562.008') }),
        }),
      }),
    )
    .description("a body ready for the rules service's POST /v1/generate; null where no rule can be written"),
  generate_reason: json.nullable(json.text).description('why no rule can be written; null where one can').example(null),
  closes: json
    .list(
      json.object({
        kind: json.oneOf(['enable', 'control', 'rule']),
        title: json.text.example('Switch on the EventBridge rule “trail-stopped”'),
        notes: json.list(json.text),
        cost: json.oneOf(['included', 'charged']).description('what the cloud asks for it'),
        regions: json.list(region),
        artefacts: json.list(json.object({ form: json.oneOf(ARTEFACT_FORMS), text: json.text })),
      }),
    )
    .description(
      'what closes it, the cheapest first: a detection that is there and switched off, then a control of the cloud, then a rule for a SIEM, which `generate` writes',
    ),
  rules: json
    .list(
      json.object({
        key: json.uuid,
        state: json.oneOf(['draft', 'accepted', 'rejected', 'deployed']),
        owner: json.closedOneOf(OWNER_KINDS),
      }),
    )
    .description(
      `rules that were written for it, as the rules service tells of them: what is deployed first, at most ${MOST_GAP_RULES}`,
    ),
  rule_count: json.integer.description('how many rules were written for it and are not deleted').example(2),
  deployed_rule_count: json.integer
    .description('of these: deployed. The technique counts as covered once a scan or an imported SIEM shows them')
    .example(1),
});
export type GapResource = TypeOf<typeof gapResource>;

/** What changed for one technique between two snapshots; null where a snapshot does not know it (another ATT&CK version). */
const techniqueChange = json.object({
  technique_id: technique.technique_id,
  name: technique.name,
  from: json.nullable(status),
  to: json.nullable(status),
  confidence_from: confidence,
  confidence_to: confidence,
});
export type TechniqueChange = TypeOf<typeof techniqueChange>;

/** Two snapshots of an account compared. */
export const coverageDiff = json.resource('CoverageDiff', {
  cloud_account_id: json.uuid,
  from: snapshotResource,
  to: snapshotResource,
  not_comparable_because: json
    .nullable(json.text)
    .description('what changed in the method of counting between the two; null where nothing did')
    .example(null),
  gained: json.list(techniqueChange),
  lost: json.list(techniqueChange),
  added: json.list(techniqueChange).description('techniques that only the later snapshot knows'),
  dropped: json.list(techniqueChange).description('techniques that only the earlier snapshot knows'),
});
