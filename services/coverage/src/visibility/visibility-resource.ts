import { json, type TypeOf } from '@tripline/service';
import { FEED_KINDS, LOG_GAPS, LOG_IDS } from '../providers/facts-of.js';

/** What can be said of a technique's visibility. */
export const VISIBILITIES = ['visible', 'detected', 'blind', 'excluded'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

const region = json.text.example('eu-central-1');
const regions = json.list(region);
const log = json
  .oneOf(LOG_IDS)
  .description('a kind of log; events that only read are told apart from those that change something');
const resourceType = json
  .nullable(json.text)
  .description('of data events, the type of the resources; otherwise null')
  .example('AWS::S3::Object');
const source = json.text.description('the name of a source of this answer').example('organization-trail');
const gap = json.oneOf(LOG_GAPS);

/** Something that keeps logs of an account, as the last scan read it. */
const logSource = json.object({
  kind: json.oneOf(FEED_KINDS),
  name: source,
  source_arn: json.nullable(json.text).example('arn:aws:cloudtrail:us-east-1:111122223333:trail/organization-trail'),
  regions: regions.description('where it was read'),
  seen_regions: regions.description('the regions whose logs it keeps; `*` is every region of the account'),
  arrives: json.yesOrNo.description('whether what it takes is delivered'),
  reason: json.nullable(gap).description('why not'),
  detail: json.nullable(json.text).description('what exactly is missing'),
  takes: json.list(
    json.object({
      log,
      resource_type: resourceType,
      whole: json.yesOrNo.description('false where selectors take it of some resources, or under other conditions'),
      leaves_out: json
        .list(json.text.example('kms.amazonaws.com'))
        .description('services whose events are left out; those of the others are taken'),
    }),
  ),
});
export type LogSourceResource = TypeOf<typeof logSource>;

/** A log that shows a technique. */
const logOfTechnique = json.object({
  log,
  name: json.text.example('CloudTrail management events that change something'),
  resource_type: resourceType,
  data_components: json
    .list(json.text.example('Cloud Service Modification'))
    .description('as ATT&CK calls what it has'),
  events: json
    .list(json.text.example('cloudtrail.amazonaws.com StopLogging'))
    .description('the events that show the technique by themselves; empty where ATT&CK names the log without an event'),
  arrives: json
    .list(json.object({ source, regions }))
    .description('where it arrives, with the source that bears it out'),
  missing: json
    .list(json.object({ reason: gap, source: json.nullable(source), regions, sentence: json.text }))
    .description('where it does not, with the link that is missing in the source that comes nearest'),
  unknown: regions.description('where what keeps it could not be read'),
});
export type LogOfTechniqueResource = TypeOf<typeof logOfTechnique>;

/** Whether an account could see a technique. */
export const techniqueVisibilityResource = json.resource('TechniqueVisibility', {
  technique_id: json.text.example('T1685.002'),
  name: json.text.example('Disable or Modify Cloud Log'),
  tactics: json.list(json.text.example('TA0112')),
  visibility: json
    .oneOf(VISIBILITIES)
    .description(
      '`excluded`: left out, or the risk is accepted; else `detected`: covered; else `visible`: a log that shows it arrives in each of `regions_needed`; else `blind`',
    ),
  status: json.closedOneOf(['covered', 'partial', 'uncovered']),
  unknown_because: json
    .nullable(json.text)
    .description(
      'why something that could not be read might change `status`; an uncovered technique is then unknown, and no gap. Otherwise null',
    )
    .example('guardduty could not be read in eu-west-1.'),
  excluded: json.yesOrNo,
  unverified: json.yesOrNo.description('whether it may be visible, as something could not be read'),
  score: json.integer
    .min(0)
    .max(4)
    .description(
      'DeTT&CT’s score of visibility, in the region that sees least: 1 below half of the logs that show it, 2 below three quarters, 3 below all, 4 all, 0 where not visible',
    ),
  regions_needed: regions.description('where a log could show it: where its events arrive, or traffic flows'),
  regions_visible: regions,
  regions_blind: regions,
  regions_unknown: regions,
  logs: json.list(logOfTechnique).description('empty where nothing that an account keeps is known to show it'),
  reasons: json.list(json.text).description('why it is not visible, and what else is missing'),
});
export type TechniqueVisibilityResource = TypeOf<typeof techniqueVisibilityResource>;

/** What {@link techniqueVisibilityResource} rests on. */
export const logSources = json
  .list(logSource)
  .description('what keeps logs of the account, as last read: every statement of the answer names one of them');
