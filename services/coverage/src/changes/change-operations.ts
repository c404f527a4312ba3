import { json } from '@tripline/service';
import { describeOperations } from '../openapi/credential.js';
import { changeEventResource, changeMailResource, changeResource } from './change-resource.js';
import { changeEventQuery, changeMailBody, changeQuery } from './change-schema.js';

const TAG = 'Changes';
const params = { id: json.uuid } as const;
const NO_ACCOUNT = 'You have no account with this id.';

/** The paths of changes in the OpenAPI document. */
export const changeOperations = describeOperations({
  listChanges: {
    method: 'get',
    path: '/accounts/{id}/changes',
    tag: TAG,
    summary: 'List what got worse in an account',
    description:
      'Newest first: techniques that are covered less than in the snapshot before, detections that are gone, and detections that can no longer fire. `since` gives what came at or after that moment. The newest 10,000 are kept.',
    security: 'any',
    scope: 'coverage:read',
    params,
    query: changeQuery,
    success: {
      status: 200,
      description: 'A page of changes.',
      data: json.object({ cloud_account_id: json.uuid, changes: json.list(changeResource), total: json.integer }),
    },
    errors: { 404: NO_ACCOUNT },
  },
  listChangeEvents: {
    method: 'get',
    path: '/changes',
    tag: TAG,
    summary: 'List what got worse in all accounts',
    description:
      'Newest first. Changes with one cause are one event, however many accounts it touched: a log that stopped arriving in several accounts, or what a scan found and what other accounts lost by it.',
    security: 'any',
    scope: 'coverage:read',
    query: changeEventQuery,
    success: {
      status: 200,
      description: 'A page of events.',
      data: json.object({ events: json.list(changeEventResource), total: json.integer }),
    },
    errors: {},
  },
  getChangeMail: {
    method: 'get',
    path: '/accounts/{id}/changes/mail',
    tag: TAG,
    summary: 'Read whether you get mails about an account',
    security: 'any',
    scope: 'coverage:read',
    params,
    success: { status: 200, description: 'Whether you do.', data: changeMailResource },
    errors: { 404: NO_ACCOUNT },
  },
  setChangeMail: {
    method: 'put',
    path: '/accounts/{id}/changes/mail',
    tag: TAG,
    summary: 'Turn mails about an account on or off for you',
    description:
      'One mail for changes with one cause, after the scans that found them, to the address you sign in with. Everybody in a team decides for themselves. It ends when you can no longer read the account.',
    security: 'any',
    scope: 'coverage:write',
    params,
    body: changeMailBody,
    success: { status: 200, description: 'As it is now.', data: changeMailResource },
    errors: { 404: NO_ACCOUNT, 409: 'A service account, which has no mailbox.' },
  },
});
