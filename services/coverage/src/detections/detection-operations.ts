import { json } from '@tripline/service';
import { detectionCounts } from '../inventory/detection-counts.js';
import { detectionResource } from '../inventory/detection-resource.js';
import { describeOperations } from '../openapi/credential.js';
import { declarationBody, detectionChangeBody, detectionQuery } from './detection-schema.js';

const TAG = 'Detections';
const params = { id: json.uuid } as const;
const NO_ACCOUNT = 'You have no account with this id.';
const NO_DETECTION = 'You have no detection with this id.';
const MEMBERS = "A plain member, on a team's account.";

/** The detection paths of the OpenAPI document. */
export const detectionOperations = describeOperations({
  listDetections: {
    method: 'get',
    path: '/accounts/{id}/detections',
    tag: TAG,
    summary: 'List account detections',
    description:
      'By name, or as `sort` says; with a minus before it from the last to the first. Removed ones are left out unless asked for by status. With `format=csv` all that match, at most 10,000, as a file.',
    security: 'any',
    scope: 'coverage:read',
    params,
    query: detectionQuery,
    success: {
      status: 200,
      description: 'A page of detections.',
      data: json.object(
        {
          cloud_account_id: json.uuid,
          detections: json.list(detectionResource),
          total: json.integer,
          page: json.integer,
          page_size: json.integer,
          counts: detectionCounts.description(
            'with `counts`: how many there would be with each value in place of the one that is asked for',
          ),
        },
        ['counts'],
      ),
    },
    otherSuccess: { 'text/csv': json.text },
    errors: { 400: 'A parameter is wrong, or more than 10,000 detections match for a file.', 404: NO_ACCOUNT },
  },
  declareDetections: {
    method: 'post',
    path: '/accounts/{id}/detections',
    tag: TAG,
    summary: 'Declare detections that run in a SIEM',
    description:
      'As Sigma rules with the backend they run in, or by the keys they have in the rules service. Their techniques are those of their tags. Declared again, a rule keeps its id. If the account has been scanned, a new snapshot counts them at once.',
    security: 'any',
    scope: 'coverage:write',
    params,
    body: declarationBody,
    success: {
      status: 200,
      description: 'The declared detections.',
      data: json.object({ cloud_account_id: json.uuid, detections: json.list(detectionResource), total: json.integer }),
    },
    errors: { 403: MEMBERS, 404: NO_ACCOUNT, 503: 'The rules service cannot be reached to read rule_keys.' },
  },
  getDetection: {
    method: 'get',
    path: '/detections/{id}',
    tag: TAG,
    summary: 'Get detection',
    security: 'any',
    scope: 'coverage:read',
    params,
    success: { status: 200, description: 'The detection with its techniques.', data: detectionResource },
    errors: { 404: NO_DETECTION },
  },
  updateDetection: {
    method: 'patch',
    path: '/detections/{id}',
    tag: TAG,
    summary: 'Tag a detection',
    description: 'The tags replace those it has. Scans leave them as they are.',
    security: 'any',
    scope: 'coverage:write',
    params,
    body: detectionChangeBody,
    success: { status: 200, description: 'The detection.', data: detectionResource },
    errors: { 403: MEMBERS, 404: NO_DETECTION },
  },
  withdrawDetection: {
    method: 'delete',
    path: '/detections/{id}',
    tag: TAG,
    summary: 'Withdraw a declared detection',
    security: 'any',
    scope: 'coverage:write',
    params,
    success: { status: 200, description: 'It is removed.', data: json.done },
    errors: { 403: MEMBERS, 404: NO_DETECTION, 409: 'A scan found it; only declared detections can be withdrawn.' },
  },
});
