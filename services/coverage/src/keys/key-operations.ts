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
      'From tier individual on, with a verified e-mail address. The full key is in this answer and never again: a second request with the same header Idempotency-Key is a 409 that names the key.',
    security: 'jwt',
    body: newKeyBody,
    success: {
      status: 200,
      description: 'The key, shown this once.',
      data: newKeyResource,
    },
    errors: { 409: 'As many active keys as the tier allows, or an Idempotency-Key that has made a key already.' },
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
    summary: 'Put a new key in the place of one',
    description:
      'The new key has the same name, scopes and addresses. The old one ends after the overlap, and does not count toward the number of keys meanwhile. A key that was to end lives as long again.',
    security: 'jwt',
    params: { prefix: json.text.example('trip_live_4f9a1c') },
    body: rotationBody,
    success: { status: 200, description: 'The new key, shown this once.', data: rotatedKeyResource },
    errors: {
      404: 'You have no active key with this prefix.',
      409: 'The key was rotated already, the key it has replaced is still good, or the Idempotency-Key has made a key already.',
    },
  },
});
