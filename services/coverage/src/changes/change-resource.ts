import { json, type TypeOf } from '@tripline/service';

/** A technique is covered less than before; a detection is gone; a detection is still there and can no longer fire. */
export const CHANGE_KINDS = ['coverage_dropped', 'detection_removed', 'detection_stopped'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** Something that got worse. */
export const changeResource = json.resource('Change', {
  id: json.uuid,
  kind: json.oneOf(CHANGE_KINDS),
  at: json.instant,
  scan_id: json
    .nullable(json.uuid)
    .description(
      'the scan that found it, of this account or of one that sees it; null for what people said or declared',
    ),
  event_id: json.nullable(json.uuid).description('what it belongs to; changes with one cause are one event'),
  technique_id: json.nullable(json.text).example('T1685.002'),
  detection_id: json.nullable(json.uuid),
  name: json.text.description('of the technique or the detection').example('Disable or Modify Cloud Logs'),
  from: json.text.description('the status before').example('covered'),
  to: json.text.description('the status now').example('partial'),
  reason: json.nullable(json.text).description('status_reason of a detection').example('aws:trail_stopped'),
});
export type ChangeResource = TypeOf<typeof changeResource>;

/** Changes with one cause, over all the accounts that it touched. */
export const changeEventResource = json.resource('ChangeEvent', {
  id: json.uuid,
  at: json.instant.description('when the first of them was found'),
  because: json.text.example('The log organisation no longer arrives (trail_stopped)'),
  sentence: json.text.example(
    'The log organisation no longer arrives (trail_stopped): 200 accounts lost 31 techniques.',
  ),
  scan_id: json.nullable(json.uuid).description('the scan that found it first; null for what people said or declared'),
  accounts: json.integer.description('accounts that it touched').example(200),
  cloud_account_ids: json.list(json.uuid).description('of these the first 100, by name'),
  techniques: json.integer.description('techniques that are covered less in at least one of them').example(31),
  technique_ids: json.list(json.text.example('T1685.002')),
  detections: json.integer.description('detections that are gone or can no longer fire'),
});
export type ChangeEventResource = TypeOf<typeof changeEventResource>;

/** Whether the caller is told of an account's changes by mail. */
export const changeMailResource = json.object({
  cloud_account_id: json.uuid,
  enabled: json.yesOrNo,
  email: json.nullable(json.text).description('where to; null while it is off').example('ada@example.com'),
});
