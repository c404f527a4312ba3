import { json } from '@tripline/service';
import { describeOperations } from '../openapi/credential.js';
import { keyResource, newKeyResource, rotatedKeyResource } from './key-resource.js';
import { newKeyBody, rotationBody } from './key-schema.js';

/** The key paths of the OpenAPI document. */
export const keyOperations = describeOperations({
  listKeys: {
    method: 'get',
    path: '/keys',
    tag: 'API keys',
    summary: 'List your active keys',
    security: 'jwt',
    success: {
      status: 200,
      description: 'The keys, without their secrets.',
      data: json.object({ keys: json.list(keyResource) }),
    },
    errors: {},
  },
  createKey: {
    method: 'post',
    path: '/keys',
    tag: 'API keys',
    summary: 'Make an API key',
    description:
      'From tier individual on, with a verified e-mail address. Only this answer has the full key: a second request with the same Idempotency-Key is a 409 that names the key.',
    security: 'jwt',
    body: newKeyBody,
    success: {
      status: 200,
      description: 'The key; it is shown only once.',
      data: newKeyResource,
    },
    errors: {
      409: 'You have as many active keys as your tier allows, or this Idempotency-Key has already made a key.',
    },
  },
  revokeKey: {
    method: 'delete',
    path: '/keys/{prefix}',
    tag: 'API keys',
    summary: 'Revoke a key for good',
    description: 'Takes effect everywhere within a second.',
    security: 'jwt',
    params: { prefix: json.text.example('trip_live_4f9a1c') },
    success: { status: 200, description: 'The key is revoked.', data: json.done },
    errors: { 404: 'You have no active key with this prefix.' },
  },
  rotateKey: {
    method: 'post',
    path: '/keys/{prefix}/rotate',
    tag: 'API keys',
    summary: 'Rotate an API key',
    description:
      'The new key has the same name, scopes and addresses. The old one ends after the overlap, and until then does not count toward the number of active keys. If the old key has an end, the new one lives as long as it was to.',
    security: 'jwt',
    params: { prefix: json.text.example('trip_live_4f9a1c') },
    body: rotationBody,
    success: { status: 200, description: 'The new key; it is shown only once.', data: rotatedKeyResource },
    errors: {
      404: 'You have no active key with this prefix.',
      409: 'The key was already rotated, the key that it replaced is still valid, or this Idempotency-Key has already made a key.',
    },
  },
});
