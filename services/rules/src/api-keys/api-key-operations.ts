import { apiKeyBody, rotateKeyBody } from '@tripline/auth';
import { json } from '@tripline/service';
import { describeOperations } from '../openapi/credential.js';
import { apiKeyResource, newApiKeyResource, rotatedApiKeyResource } from './api-key-resource.js';
import { leakedKeysSchema } from './leaked-key-schema.js';

/** How the key paths stand in the OpenAPI document. */
export const apiKeyOperations = describeOperations({
  createApiKey: {
    method: 'post',
    path: '/v1/api-keys',
    tag: 'API keys',
    summary: 'Make an API key',
    description:
      'From tier pro on, with a verified e-mail address. Only this answer has the full key: a second request with the same Idempotency-Key is a 409 that names the key.',
    security: 'jwt',
    body: apiKeyBody,
    success: {
      status: 201,
      description: 'The key; it is shown only once.',
      data: newApiKeyResource,
    },
    errors: {
      409: 'You have as many active keys as your tier allows, or this Idempotency-Key has already made a key.',
    },
  },
  listApiKeys: {
    method: 'get',
    path: '/v1/api-keys',
    tag: 'API keys',
    summary: 'List your active keys',
    security: 'jwt',
    success: {
      status: 200,
      description: 'The keys, without their secrets.',
      data: json.object({ keys: json.list(apiKeyResource) }),
    },
    errors: {},
  },
  revokeApiKey: {
    method: 'delete',
    path: '/v1/api-keys/{prefix}',
    tag: 'API keys',
    summary: 'Revoke a key for good',
    description: 'Takes effect everywhere within a second.',
    security: 'jwt',
    params: { prefix: json.text.example('trip_live_4f9a1c') },
    success: { status: 200, description: 'The key is revoked.', data: json.done },
    errors: { 404: 'You have no active key with this prefix.' },
  },
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
  rotateApiKey: {
    method: 'post',
    path: '/v1/api-keys/{prefix}/rotate',
    tag: 'API keys',
    summary: 'Rotate an API key',
    description:
      'The new key has the same name, scopes and addresses. The old one ends after the overlap, and until then does not count toward the number of active keys. If the old key has an end, the new one lives as long as it was to.',
    security: 'jwt',
    params: { prefix: json.text.example('trip_live_4f9a1c') },
    body: rotateKeyBody,
    success: { status: 201, description: 'The new key; it is shown only once.', data: rotatedApiKeyResource },
    errors: {
      404: 'You have no active key with this prefix.',
      409: 'The key was already rotated, the key that it replaced is still valid, or this Idempotency-Key has already made a key.',
    },
  },
});
