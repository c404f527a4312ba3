import { json, type TypeOf } from '@tripline/service';

/** An `exclusion` takes something out that does not apply; an `accepted_risk` applies, and somebody answers for it. */
export const EXCLUSION_KINDS = ['exclusion', 'accepted_risk'] as const;
export type ExclusionKind = (typeof EXCLUSION_KINDS)[number];

/** A technique or a detection that an account leaves out. */
export const exclusionResource = json.resource('Exclusion', {
  id: json.uuid,
  cloud_account_id: json.uuid,
  kind: json.oneOf(EXCLUSION_KINDS),
  technique_id: json.nullable(json.text).example('T1496.001'),
  technique_name: json.nullable(json.text).example('Compute Hijacking'),
  detection_id: json.nullable(json.uuid),
  detection_name: json.nullable(json.text).example('trail-stopped'),
  reason: json.text.example('The account runs no compute.'),
  owner: json.text.description('who answers for it').example('cloud-security@example.com'),
  expires_at: json.nullable(json.instant).description('null: until it is deleted'),
  in_force: json.yesOrNo.description('false from expires_at on').example(true),
  recorded_by: json.uuid.description('the user or service account that recorded it'),
  created_at: json.instant,
});
export type ExclusionResource = TypeOf<typeof exclusionResource>;
