import { json, type TypeOf } from '@tripline/service';

/** A technique is covered less than before; a detection is gone; a detection is still there and can no longer fire. */
export const CHANGE_KINDS = ['coverage_dropped', 'detection_removed', 'detection_stopped'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** Something that got worse. */
export const changeResource = json.resource('Change', {
  id: json.uuid,
  kind: json.oneOf(CHANGE_KINDS),
  at: json.instant,
  scan_id: json.nullable(json.uuid).description('the scan that found it; null for what people said or declared'),
  technique_id: json.nullable(json.text).example('T1685.002'),
  detection_id: json.nullable(json.uuid),
  name: json.text.description('of the technique or the detection').example('Disable or Modify Cloud Logs'),
  from: json.text.description('the status before').example('covered'),
  to: json.text.description('the status now').example('partial'),
  reason: json.nullable(json.text).description('status_reason of a detection').example('trail_stopped'),
});
export type ChangeResource = TypeOf<typeof changeResource>;

/** Whether the caller is told of an account's changes by mail. */
export const changeMailResource = json.object({
  cloud_account_id: json.uuid,
  enabled: json.yesOrNo,
  email: json.nullable(json.text).description('where to; null while it is off').example('ada@example.com'),
});
