import { json, type TypeOf } from '@tripline/service';

/** What showed that a detection fired: a finding of the cloud, an alert of a SIEM, or an exercise that set it off on purpose. */
export const PROOF_KINDS = ['finding', 'alert', 'exercise'] as const;
export type ProofKind = (typeof PROOF_KINDS)[number];

/** When a thing was last proven: shown on detections and techniques. */
export const lastProof = {
  proven_at: json.nullable(json.instant).description('when a firing was last observed; null: never'),
  proof_age_days: json.nullable(json.integer).description('whole days since proven_at').example(12),
} as const;
export type LastProof = TypeOf<ReturnType<typeof json.object<typeof lastProof>>>;

/** An observed firing of a detection. */
export const proofResource = json.resource('Proof', {
  id: json.uuid,
  detection_id: json.uuid,
  kind: json.oneOf(PROOF_KINDS),
  reference: json.text.description('the id of the finding or alert, or the name of the exercise').example('INC-2041'),
  technique_ids: json.list(json.text.example('T1562.008')).description('the techniques that the firing showed'),
  observed_at: json.instant,
  age_days: json.integer.description('whole days since observed_at').example(12),
  observed_by: json.nullable(json.text).example('Red team'),
  note: json.nullable(json.text).example('The alert arrived four minutes after StopLogging.'),
  recorded_by: json.uuid.description('the user or service account that recorded it'),
  created_at: json.instant,
});
export type ProofResource = TypeOf<typeof proofResource>;
