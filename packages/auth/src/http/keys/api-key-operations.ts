import { json } from '@tripline/service';
import { describeOperations } from '../identity-operation.js';
import { newKeyBody, rotateKeyBody } from './api-key-body.js';
import { keyResources } from './api-key-resource.js';
import { API_KEYS, type KeysForm } from './keys-form.js';
import { leakedKeysSchema } from './leaked-key-schema.js';

const prefix = json.text.example('trip_live_4f9a1c');
const NO_KEY = 'You have no active key with this prefix.';

/** What callers do with their keys, in a service's form; the service names the operations. */
export function describeKeys(form: KeysForm) {
  const { listed, made, rotated } = keyResources(form);
  const ofKeys = { tag: 'API keys', security: 'jwt' } as const;
  return {
    create: {
      ...ofKeys,
      method: 'post',
      path: form.path,
      summary: 'Make an API key',
      description: `From tier ${form.fromTier} on, with a verified e-mail address. Only this answer has the full key: a second request with the same Idempotency-Key is a 409 that names the key.`,
      body: newKeyBody(form),
      success: { status: form.made, description: 'The key; it is shown only once.', data: made },
      errors: {
        409: 'You have as many active keys as your tier allows, or this Idempotency-Key has already made a key.',
      },
    },
    list: {
      ...ofKeys,
      method: 'get',
      path: form.path,
      summary: 'List your active keys',
      success: {
        status: 200,
        description: 'The keys, without their secrets.',
        data: json.object({ keys: json.list(listed) }),
      },
      errors: {},
    },
    revoke: {
      ...ofKeys,
      method: 'delete',
      path: `${form.path}/{prefix}`,
      summary: 'Revoke a key for good',
      description: 'Takes effect everywhere within a second.',
      params: { prefix },
      success: { status: 200, description: 'The key is revoked.', data: json.done },
      errors: { 404: NO_KEY },
    },
    rotate: {
      ...ofKeys,
      method: 'post',
      path: `${form.path}/{prefix}/rotate`,
      summary: 'Rotate an API key',
      description:
        'The new key has the same name, scopes and addresses. The old one ends after the overlap, and until then does not count toward the number of active keys. If the old key has an end, the new one lives as long as it was to.',
      params: { prefix },
      body: rotateKeyBody(form),
      success: { status: form.made, description: 'The new key; it is shown only once.', data: rotated },
      errors: {
        404: NO_KEY,
        409: 'The key was already rotated, the key that it replaced is still valid, or this Idempotency-Key has already made a key.',
      },
    },
  } as const;
}

const { create, list, revoke, rotate } = describeKeys(API_KEYS);

/** How the key paths stand in the OpenAPI document. */
export const apiKeyOperations = describeOperations({
  createApiKey: create,
  listApiKeys: list,
  revokeApiKey: revoke,
  reportLeakedKeys: {
    method: 'post',
    path: '/v1/api-keys/leaked',
    tag: 'API keys',
    summary: 'Report keys that were found in public',
    description:
      'For secret-scanning partners. The body is signed as it is sent: ECDSA with P-256 and SHA-256, DER in base64, in the header Github-Public-Key-Signature; Github-Public-Key-Identifier names the key. Keys in the list are revoked, and their owners get a mail. The answer is the same whether or not the list has keys of this service.',
    security: 'none',
    body: leakedKeysSchema,
    success: { status: 200, description: 'The list was received.', data: json.done },
    errors: { 401: 'No partner of this service has signed this body.' },
  },
  rotateApiKey: rotate,
});
