import { json } from '@tripline/service';
import { exclusionResource } from '../inventory/exclusion-resource.js';
import { describeOperations } from '../openapi/credential.js';
import { exclusionBody, exclusionQuery } from './exclusion-schema.js';

const TAG = 'Exclusions';
const params = { id: json.uuid } as const;
const NO_ACCOUNT = 'You have no account with this id.';
const MEMBERS = "A plain member, on a team's account.";

/** The paths of exclusions in the OpenAPI document. */
export const exclusionOperations = describeOperations({
  createExclusion: {
    method: 'post',
    path: '/accounts/{id}/exclusions',
    tag: TAG,
    summary: 'Exclude a technique or a detection',
    description:
      'An excluded technique is no gap, and `excluded_techniques` counts it; totals and percentage stay. An excluded detection covers nothing. An accepted risk needs `expires_at`. What has expired holds no longer. The same technique or detection again replaces what was said.',
    security: 'any',
    scope: 'coverage:write',
    params,
    body: exclusionBody,
    success: { status: 200, description: 'The exclusion.', data: exclusionResource },
    errors: { 403: MEMBERS, 404: NO_ACCOUNT, 409: 'The account has as many exclusions as it may have.' },
  },
  listExclusions: {
    method: 'get',
    path: '/accounts/{id}/exclusions',
    tag: TAG,
    summary: 'List exclusions and accepted risks',
    description: 'Newest first, those that have expired too.',
    security: 'any',
    scope: 'coverage:read',
    params,
    query: exclusionQuery,
    success: {
      status: 200,
      description: 'A page of exclusions.',
      data: json.object({ cloud_account_id: json.uuid, exclusions: json.list(exclusionResource), total: json.integer }),
    },
    errors: { 404: NO_ACCOUNT },
  },
  deleteExclusion: {
    method: 'delete',
    path: '/exclusions/{id}',
    tag: TAG,
    summary: 'Delete an exclusion',
    security: 'any',
    scope: 'coverage:write',
    params,
    success: { status: 200, description: 'It is deleted.', data: json.done },
    errors: { 403: MEMBERS, 404: 'You have no exclusion with this id.' },
  },
});
