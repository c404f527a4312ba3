import { json } from '@tripline/service';
import { overrideResource } from '../inventory/override-resource.js';
import { describeOperations } from '../openapi/credential.js';
import { overrideBody, overridePage } from './override-schema.js';

const TAG = 'Mapping overrides';
const params = { id: json.uuid } as const;
const MEMBERS = "A plain member, on a team's account.";

/** The paths of mapping overrides in the OpenAPI document. */
export const overrideOperations = describeOperations({
  createOverride: {
    method: 'post',
    path: '/detections/{id}/overrides',
    tag: TAG,
    summary: 'Say that a detection covers a technique, or does not',
    description:
      'Your word takes precedence over the mapping, and coverage is counted anew at once: with `covers` the detection counts for the technique with confidence 0.9, without it not at all. The detection shows it as an override. The same technique again replaces what was said.',
    security: 'any',
    scope: 'coverage:write',
    params,
    body: overrideBody,
    success: { status: 200, description: 'The override.', data: overrideResource },
    errors: {
      403: MEMBERS,
      404: 'You have no detection with this id.',
      409: 'The account has as many overrides as it may have.',
    },
  },
  listOverrides: {
    method: 'get',
    path: '/accounts/{id}/overrides',
    tag: TAG,
    summary: 'List the mapping overrides of an account',
    description: 'Newest first.',
    security: 'any',
    scope: 'coverage:read',
    params,
    query: overridePage,
    success: {
      status: 200,
      description: 'A page of overrides.',
      data: json.object({ cloud_account_id: json.uuid, overrides: json.list(overrideResource), total: json.integer }),
    },
    errors: { 404: 'You have no account with this id.' },
  },
  deleteOverride: {
    method: 'delete',
    path: '/overrides/{id}',
    tag: TAG,
    summary: 'Delete a mapping override',
    description: 'The mapping holds again, and coverage is counted anew.',
    security: 'any',
    scope: 'coverage:write',
    params,
    success: { status: 200, description: 'It is deleted.', data: json.done },
    errors: { 403: MEMBERS, 404: 'You have no override with this id.' },
  },
});
