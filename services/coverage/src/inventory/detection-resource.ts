import { json, type TypeOf } from '@tripline/service';
import { BASES, DETECTION_STATUSES, SEES, SEES_REASONS } from '../cloud/detection-model.js';
import { SEVERITIES } from '../cloud/status-word.js';
import { STATUS_REASONS } from '../providers/status-words.js';
import { DETECTION_TYPES } from './detection-types.js';
import { lastProof } from './proof-resource.js';

/** A technique that a detection is mapped to. */
const mappedTechnique = json.object({
  technique_id: json.text.example('T1562.008'),
  technique_name: json.text.example('Disable or Modify Cloud Logs'),
  confidence: json.number.min(0).max(1).description('strength × provenance').example(0.9),
  strength: json.oneOf(['minimal', 'partial', 'significant']),
  category: json.oneOf(['detect', 'protect', 'respond']).description('only detect covers'),
  source: json.oneOf(['vendor', 'ctid', 'event_map', 'sigma', 'inferred', 'override']),
  covers: json.yesOrNo.description(
    'whether it covers the technique by itself while the detection is active: category detect, confidence 0.6 or more, and not by our own judgement (inferred) or a check of configuration alone; or an override says so',
  ),
  basis: json
    .oneOf(BASES)
    .description(
      'what says so: the events that its query names, by our table; a mapping of the service, control or finding; an override; or claimed, only the tag of its author, which our table does not know: it counts as partial at most',
    ),
  evidence: json.text.example('cloudtrail.amazonaws.com/StopLogging'),
  override: json
    .nullable(json.object({ id: json.uuid, covers: json.yesOrNo, reason: json.text }))
    .description('what a subscriber said of it; it takes precedence'),
});

/** What a collector may find, under the same name from there to the answer. One that does not know it leaves it out, and null is stored. */
const optionalFields = {
  description: json.nullable(json.text).example('Somebody stopped a trail.'),
  seen_regions: json
    .nullable(json.list(json.text.example('*')))
    .description(
      'the regions whose events reach it, where they are not its own alone; * is every region of the account',
    ),
  compliance: json
    .nullable(json.oneOf(['passed', 'failed']))
    .description('the result of a Security Hub control or Config rule that asks for a detection to exist'),
} as const;
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
  status_reason: json
    .nullable(json.oneOf(STATUS_REASONS))
    .description(
      'why it is not active: a word of the provider’s with its name before it, or one without of a declared rule',
    )
    .example('aws:trail_stopped'),
  sees: json
    .nullable(json.oneOf(SEES))
    .description(
      "of a declared rule: whether the account's own logs bring each event that it names; only yes counts. Null for what a scan found, whose status says what feeds it",
    ),
  sees_reason: json.nullable(json.oneOf(SEES_REASONS)).description('why it sees what it names, or does not'),
  sees_detail: json
    .nullable(json.text)
    .description('what exactly is missing or unknown')
    .example('GetObject of s3.amazonaws.com: CloudTrail data events that only read do not arrive.'),
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
  status_words: json
    .nullable(
      json.object({
        label: json.text.example('The trail that feeds it is stopped.'),
        what_to_do: json.text.example('Start logging of the trail.'),
        severity: json
          .oneOf(SEVERITIES)
          .description('high: nothing is noticed; medium: less is, or nobody is told; low: it is not known'),
      }),
    )
    .description('what `status_reason` means, in the words of its catalogue'),
  ...lastProof,
  technique_counts: json
    .object({ detect: json.integer, protect: json.integer, respond: json.integer, covers: json.integer })
    .description('techniques by category, and those that it covers by itself'),
  mapped_techniques: json.list(mappedTechnique).description('the strongest first; in lists the ten strongest'),
});
export type DetectionResource = TypeOf<typeof detectionResource>;
