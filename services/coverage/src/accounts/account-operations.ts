import { json } from '@tripline/service';
import { describeOperations } from '../openapi/credential.js';
import { accountMove, accountResource, connectionResource } from './account-resource.js';
import { accountChangeBody, accountMoveBody, accountPage, newAccountBody } from './account-schema.js';

const TAG = 'Cloud accounts';
const params = { id: json.uuid } as const;
const account = { status: 200, description: 'The account.', data: accountResource } as const;
const MISSING = 'You have no account with this id.';
const MEMBERS = "A plain member, on a team's account; or own_credentials that the operator has not allowed.";

/** How the account paths stand in the OpenAPI document. */
export const accountOperations = describeOperations({
  listAccounts: {
    method: 'get',
    path: '/accounts',
    tag: TAG,
    summary: 'List cloud accounts',
    description: 'Yours and your team’s, newest first. `owner` lists those of one of the two.',
    security: 'any',
    scope: 'coverage:read',
    query: accountPage,
    success: {
      status: 200,
      description: 'A page of accounts.',
      data: json.object({ accounts: json.list(accountResource), total: json.integer }),
    },
    errors: {},
  },
  createAccount: {
    idempotent: true,
    method: 'post',
    path: '/accounts',
    tag: TAG,
    summary: 'Add a cloud account',
    description:
      'The answer holds the external id and both policies for the role to create; set role_arn afterwards by PATCH. A role in the body is tried at once. The subscriber’s tier bounds the number of accounts (individual 10, pro 50, team 250, enterprise 5,000) and how often a schedule scans: hourly at most, enterprise every 15 minutes.',
    security: 'any',
    scope: 'coverage:write',
    body: newAccountBody,
    success: account,
    errors: { 403: MEMBERS, 409: 'There are as many accounts as the tier includes.' },
  },
  moveAccounts: {
    method: 'post',
    path: '/accounts/move',
    tag: TAG,
    summary: 'Move cloud accounts of your own to the team',
    description:
      'With their scans, detections and decisions; you stay their maker, and they stay with the team when you leave it. For every member, since they are yours to give: afterwards the owner and admins change them. What the team cannot have stays yours, and `not_moved` says why.',
    security: 'any',
    scope: 'coverage:write',
    body: accountMoveBody,
    success: { status: 200, description: 'What was moved, and what was not.', data: accountMove },
    errors: {
      403: 'You are in no team.',
      404: 'One of the ids is not an account of yours or the team; nothing is moved.',
    },
  },
  getAccount: {
    method: 'get',
    path: '/accounts/{id}',
    tag: TAG,
    summary: 'Read a cloud account',
    security: 'any',
    scope: 'coverage:read',
    params,
    success: account,
    errors: { 404: MISSING },
  },
  updateAccount: {
    method: 'patch',
    path: '/accounts/{id}',
    tag: TAG,
    summary: 'Change a cloud account',
    description: 'A changed role is tried at once: status then says connected or broken, and verify says why.',
    security: 'any',
    scope: 'coverage:write',
    params,
    body: accountChangeBody,
    success: account,
    errors: { 403: MEMBERS, 404: MISSING },
  },
  deleteAccount: {
    method: 'delete',
    path: '/accounts/{id}',
    tag: TAG,
    summary: 'Remove a cloud account',
    description: 'With its scans, detections and snapshots. A scan under way ends.',
    security: 'any',
    scope: 'coverage:write',
    params,
    success: { status: 200, description: 'It is removed.', data: json.done },
    errors: { 403: MEMBERS, 404: MISSING },
  },
  verifyAccount: {
    method: 'post',
    path: '/accounts/{id}/verify',
    tag: TAG,
    summary: 'Test the connection',
    description:
      'Assumes the role, tries a wrong external id as well, and tests the permissions that a scan needs. Changes nothing in the account.',
    security: 'any',
    scope: 'coverage:write',
    params,
    success: {
      status: 200,
      description: 'The result of the test.',
      data: connectionResource,
    },
    errors: { 404: MISSING },
  },
});
