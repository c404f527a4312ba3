import { json } from '@tripline/service';
import { proofResource } from '../inventory/proof-resource.js';
import { describeOperations } from '../openapi/credential.js';
import { proofBody, proofPage } from './proof-schema.js';

const TAG = 'Proof';
const params = { id: json.uuid } as const;
const NO_DETECTION = 'You have no detection with this id.';
const MEMBERS = "A plain member, on a team's account.";

/** The paths of proof in the OpenAPI document. */
export const proofOperations = describeOperations({
  recordProof: {
    method: 'post',
    path: '/detections/{id}/proof',
    tag: TAG,
    summary: 'Record that a detection fired',
    description:
      'For a firing that somebody observed: a finding, an alert, or an exercise that set it off. `technique_ids` are those the firing showed, out of those the detection detects; it may be left out where that is one. `observed_at` is now if left out. The same kind and reference again replaces what was recorded. Of each detection the newest 100 are kept.',
    security: 'any',
    scope: 'coverage:write',
    params,
    body: proofBody,
    success: { status: 200, description: 'The proof.', data: proofResource },
    errors: { 403: MEMBERS, 404: NO_DETECTION, 409: 'The detection no longer exists in the account.' },
  },
  listProof: {
    method: 'get',
    path: '/detections/{id}/proof',
    tag: TAG,
    summary: 'List the proof of a detection',
    description: 'The firings observed last come first.',
    security: 'any',
    scope: 'coverage:read',
    params,
    query: proofPage,
    success: {
      status: 200,
      description: 'A page of proof.',
      data: json.object({ detection_id: json.uuid, proof: json.list(proofResource), total: json.integer }),
    },
    errors: { 404: NO_DETECTION },
  },
  deleteProof: {
    method: 'delete',
    path: '/proof/{id}',
    tag: TAG,
    summary: 'Delete a proof',
    security: 'any',
    scope: 'coverage:write',
    params,
    success: { status: 200, description: 'It is deleted.', data: json.done },
    errors: { 403: MEMBERS, 404: 'You have no proof with this id.' },
  },
});
