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
      'From tier pro on, with a verified e-mail address. The full key is in this answer and never again: a second request with the same header Idempotency-Key is a 409 that names the key.',
    security: 'jwt',
    body: apiKeyBody,
    success: {
      status: 201,
      description: 'The key, shown this once.',
      data: newApiKeyResource,
    },
    errors: { 409: 'As many active keys as the tier allows, or an Idempotency-Key that has made a key already.' },
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
    summary: 'Tell of keys that were found in public',
    description:
      'For secret-scanning partners. The body is signed as it is sent: ECDSA with P-256 and SHA-256, DER in base64, in the header Github-Public-Key-Signature; Github-Public-Key-Identifier names the key. Keys in the list are revoked, and their owners told. The answer is the same whether it holds keys or none.',
    security: 'none',
    body: leakedKeysSchema,
    success: { status: 200, description: 'The list was received.', data: json.done },
    errors: { 401: 'No partner of this service has signed this body.' },
  },
  rotateApiKey: {
    method: 'post',
    path: '/v1/api-keys/{prefix}/rotate',
    tag: 'API keys',
    summary: 'Put a new key in the place of one',
    description:
      'The new key has the same name, scopes and addresses. The old one ends after the overlap, and does not count toward the number of keys meanwhile. A key that was to end lives as long again.',
    security: 'jwt',
    params: { prefix: json.text.example('trip_live_4f9a1c') },
    body: rotateKeyBody,
    success: { status: 201, description: 'The new key, shown this once.', data: rotatedApiKeyResource },
    errors: {
      404: 'You have no active key with this prefix.',
      409: 'The key was rotated already, the key it has replaced is still good, or the Idempotency-Key has made a key already.',
    },
  },
});
