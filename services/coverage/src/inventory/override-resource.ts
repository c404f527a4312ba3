import { json, type TypeOf } from '@tripline/service';

/** A subscriber's word on whether a detection covers a technique. It takes precedence over the mapping. */
export const overrideResource = json.resource('MappingOverride', {
  id: json.uuid,
  cloud_account_id: json.uuid,
  detection_id: json.uuid,
  detection_name: json.text.example('trail-stopped'),
  technique_id: json.text.example('T1685.002'),
  technique_name: json.text.example('Disable or Modify Cloud Logs'),
  covers: json.yesOrNo.example(true),
  reason: json.text.example('The rule’s query was tried against a stopped trail.'),
  recorded_by: json.uuid.description('the user or service account that recorded it'),
  created_at: json.instant,
});
export type OverrideResource = TypeOf<typeof overrideResource>;
