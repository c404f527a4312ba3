import { type AnswerSchema, inputsOf, json, type Operation } from '@tripline/service';
import { describeOperations } from '../identity-operation.js';
import { newKeyBody } from '../keys/api-key-body.js';
import { keyResources } from '../keys/api-key-resource.js';
import { API_KEYS } from '../keys/keys-form.js';
import { serviceAccountResource } from './service-account-resource.js';
import { newServiceAccountSchema } from './service-account-schemas.js';

const keys = keyResources(API_KEYS);
const MISSING = 'The team has no such service account.';
const prefix = json.text.example('trip_live_4f9a1c');

/** One operation on the team's service accounts: for its owner and admins, with a token. */
function operation<
  const M extends Pick<Operation, 'description' | 'body' | 'params' | 'errors'> & { data?: AnswerSchema; status?: 201 },
>(method: Operation['method'], path: string, summary: string, more: M) {
  const { data = json.done, description, errors, status = 200 } = more;
  return {
    ...({ method, summary, tag: 'Service accounts', security: 'jwt' } as const),
    path: `/v1/team/service-accounts${path}`,
    description: `For the owner and admins of the team.${description === undefined ? '' : ` ${description}`}`,
    success: { status, description: summary, data },
    ...inputsOf(more),
    errors,
  } as const;
}

/** How the paths of service accounts stand in the OpenAPI document. */
export const serviceAccountOperations = describeOperations({
  listServiceAccounts: operation('get', '', 'List the service accounts of the team', {
    data: json.object({ serviceAccounts: json.list(serviceAccountResource) }),
    errors: {},
  }),
  createServiceAccount: operation('post', '', 'Make a service account', {
    description: 'Its keys do not end when a member leaves, and it takes no seat. A team may have twenty.',
    body: newServiceAccountSchema,
    data: serviceAccountResource,
    status: 201,
    errors: { 409: 'The team has twenty service accounts, or one of this name.' },
  }),
  deleteServiceAccount: operation('delete', '/{id}', 'Delete a service account and its keys', {
    description: 'What it made stays with the team.',
    params: { id: json.uuid },
    errors: { 404: MISSING },
  }),
  listServiceAccountKeys: operation('get', '/{id}/keys', 'List the active keys of a service account', {
    params: { id: json.uuid },
    data: json.object({ keys: json.list(keys.listed) }),
    errors: { 404: MISSING },
  }),
  createServiceAccountKey: operation('post', '/{id}/keys', 'Make a key of a service account', {
    description:
      'Only this answer has the full key: a second request with the same Idempotency-Key is a 409 that names the key.',
    params: { id: json.uuid },
    body: newKeyBody(API_KEYS),
    data: keys.made,
    status: 201,
    errors: { 404: MISSING, 409: 'It has five active keys, or this Idempotency-Key has already made a key.' },
  }),
  revokeServiceAccountKey: operation('delete', '/{id}/keys/{prefix}', 'Revoke a key of a service account for good', {
    params: { id: json.uuid, prefix },
    errors: { 404: 'The team has no such service account, or it has no active key with this prefix.' },
  }),
});
