import { json, type TypeOf } from '@tripline/service';
import { SEES, SEES_REASONS } from '../cloud/detection-model.js';
import { READINGS } from './reading/read-rule.js';
import { SIEM_KINDS } from './siem-kinds.js';
import { CAN_FIRE, FIRE_REASONS } from './siem-schema.js';

const counts = json.object({
  total: json.integer,
  can_fire: json.integer.description('their log and an event that they name arrive from an account'),
  never_fires: json.integer.description('switched off, failing, or without their log or event'),
  unknown: json.integer,
  read_whole: json.integer,
  read_in_part: json.integer,
  not_read: json.integer,
});

/** A SIEM whose rules are imported. */
export const siemResource = json.resource('Siem', {
  id: json.uuid,
  name: json.text.example('Splunk of the SOC'),
  kind: json.oneOf(SIEM_KINDS),
  team_id: json.nullable(json.uuid),
  account_ids: json.list(json.uuid).description('the cloud accounts that send their logs to it'),
  rules: counts,
  imported_at: json.nullable(json.instant).description('null: nothing was imported yet'),
  connection: json
    .nullable(
      json.object({
        address: json.text.example('https://splunk.example.com:8089'),
        tenant_id: json.nullable(json.text),
        client_id: json.nullable(json.text),
        login_address: json.nullable(json.text),
        every_hours: json.nullable(json.integer).description('null: rules are not imported by themselves'),
        next_at: json.nullable(json.instant),
        tried_at: json.nullable(json.instant),
        error: json.nullable(json.text).description('why the last import failed; null where it did not'),
      }),
    )
    .description('how its API is reached; null: its rules are imported by file. The token is never answered'),
  created_at: json.instant,
});
export type SiemResource = TypeOf<typeof siemResource>;

/** A rule of a SIEM, with whether it could fire. */
export const siemRuleResource = json.resource('SiemRule', {
  id: json.uuid,
  siem_id: json.uuid,
  key: json.text.description('what the product knows it by').example('Root login from a new country'),
  name: json.text.example('Root login from a new country'),
  description: json.nullable(json.text),
  place: json.text.description('where in the file it stood').example('savedsearches.conf:12 [Root login]'),
  language: json.text.example('spl'),
  query: json.text,
  can_fire: json.oneOf(CAN_FIRE),
  reason: json.nullable(json.oneOf(FIRE_REASONS)).description('why not, or why nobody here knows; null where it can'),
  reason_detail: json.nullable(json.text),
  enabled: json.nullable(json.yesOrNo).description('null: the export does not tell'),
  schedule: json.nullable(json.text).example('*/15 * * * *'),
  last_run_at: json.nullable(json.instant),
  last_alert_at: json.nullable(json.instant),
  failing: json.nullable(json.text).description("the product's words for why its runs fail"),
  held_back: json
    .list(json.text.example('after an alert it is quiet for 1h'))
    .description('what in the SIEM keeps some of its alerts, or word of them, from people although it runs'),
  read: json.oneOf(READINGS).description('how much of its query was read'),
  unread: json.list(json.object({ text: json.text, why: json.text, line: json.nullable(json.integer) })),
  outdated: json
    .list(json.object({ name: json.text.example('ThreatIntelligenceIndicator'), now: json.text }))
    .description('tables, data models and fields in its query that have another name now'),
  sigma_id: json.nullable(json.text).description('the rule of Sigma that it was made from'),
  sigma_version: json.nullable(json.text),
  techniques: json.list(
    json.object({ technique_id: json.text.example('T1078.004'), basis: json.oneOf(['query', 'claimed']) }),
  ),
  accounts: json
    .list(
      json.object({
        cloud_account_id: json.uuid,
        detection_id: json.uuid,
        sees: json.nullable(json.oneOf(SEES)),
        sees_reason: json.nullable(json.oneOf(SEES_REASONS)),
        sees_detail: json.nullable(json.text),
      }),
    )
    .description('the accounts that have its log, where it is a detection'),
  updated_at: json.instant,
});
export type SiemRuleResource = TypeOf<typeof siemRuleResource>;

const countsOf = <const Value extends string>(values: readonly Value[]) =>
  json.list(json.object({ value: json.oneOf(values), total: json.integer }));

/** How many rules a list would have with each value of a filter; the other filters stay as they are. Most first. */
export const siemRuleCounts = json.object({
  can_fire: countsOf(CAN_FIRE),
  reason: countsOf(FIRE_REASONS).description('rules that can fire have none'),
  read: countsOf(READINGS),
});
export type SiemRuleCounts = TypeOf<typeof siemRuleCounts>;

const named = json.object({ key: json.text, name: json.text, place: json.text });

/** What an import changes. */
export const siemImportResource = json.resource('SiemImport', {
  siem_id: json.uuid,
  applied: json.yesOrNo,
  digest: json.text.description('of the difference: sent back as `expect`, exactly this is applied'),
  new_total: json.integer,
  changed_total: json.integer,
  gone_total: json.integer,
  unread_total: json.integer,
  same_total: json.integer,
  new: json.list(named).description('the first 200'),
  changed: json.list(
    json.object({
      ...{ key: json.text, name: json.text, place: json.text },
      fields: json.list(json.oneOf(['name', 'description', 'query', 'techniques', 'state'])),
    }),
  ),
  gone: json
    .list(json.object({ key: json.text, name: json.text }))
    .description('in the SIEM before and not in the file'),
  unread: json
    .list(json.object({ place: json.text, reason: json.text }))
    .description('what of the file is no rule that could be read'),
  warnings: json
    .list(json.object({ kind: json.text.example('one_page'), text: json.text }))
    .description('what the import may lack although all that was sent was read'),
  read: json.object({ whole: json.integer, part: json.integer, none: json.integer }),
});
export type SiemImportResource = TypeOf<typeof siemImportResource>;

/** Which rules of one's SIEMs notice what given rules do. */
export const siemOverlapResource = json.resource('SiemOverlap', {
  rules: json
    .list(
      json.object({
        covered_by: json
          .list(
            json.object({
              siem_id: json.uuid,
              siem_name: json.text.example('Splunk of the SOC'),
              rule_id: json.uuid,
              name: json.text.example('Trail stopped'),
              can_fire: json.oneOf(CAN_FIRE),
            }),
          )
          .description('ten at most, those that could fire first'),
      }),
    )
    .description('in the order of the rules that were sent'),
});
export type SiemOverlapResource = TypeOf<typeof siemOverlapResource>;

/** What became of rules of ours in one's SIEMs. */
export const siemDriftResource = json.resource('SiemDrift', {
  rules: json
    .list(
      json.object({
        sigma: json
          .list(json.object({ id: json.text, version: json.text }))
          .description('the rules of the text that have an id, and the version that an export of each carries now'),
        without_id: json.integer.description('rules of the text that have no id, so that nothing knows them again'),
        found: json.list(
          json.object({
            siem_id: json.uuid,
            siem_name: json.text.example('Splunk of the SOC'),
            rule_id: json.nullable(json.uuid).description('null: it is gone'),
            sigma_id: json.text.description('the rule of the text that it was made from'),
            name: json.text.example('Trail stopped'),
            can_fire: json.oneOf(CAN_FIRE),
            state: json
              .oneOf(['same', 'edited', 'older', 'gone'])
              .description(
                'same: as an export of now; edited: made from this version and changed there; older: made from another version; gone: it was there before an import',
              ),
            gone_at: json.nullable(json.instant),
            differences: json
              .list(json.object({ line: json.text, side: json.oneOf(['ours', 'siem']) }))
              .description('lines of the rules read that only one of both has, 50 at most'),
          }),
        ),
      }),
    )
    .description('in the order of the rules that were sent'),
});
export type SiemDriftResource = TypeOf<typeof siemDriftResource>;
