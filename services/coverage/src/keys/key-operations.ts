import { apiKeyBody } from '@tripline/auth';
import { done, list, object, text } from '@tripline/service';
import type { CoverageOperation } from '../openapi/credential.js';
import { keyResource, newKeyResource } from './key-resource.js';

/** The key paths of the OpenAPI document. */
export const keyOperations: readonly CoverageOperation[] = [
  {
    id: 'listKeys',
    method: 'get',
    path: '/keys',
    tag: 'API keys',
    summary: 'List your active keys',
    security: 'jwt',
    success: {
      status: 200,
      description: 'The keys, without their secrets.',
      data: object({ keys: list(keyResource) }),
    },
    errors: {},
  },
  {
    id: 'createKey',
    method: 'post',
    path: '/keys',
    tag: 'API keys',
    summary: 'Make an API key',
    description:
      'From tier individual on, with a verified e-mail address. The full key is in this answer and never again.',
    security: 'jwt',
    body: apiKeyBody,
    success: {
      status: 200,
      description: 'The key, shown this once.',
      data: newKeyResource,
    },
    errors: { 409: 'As many active keys as the tier allows.' },
  },
  {
    id: 'revokeKey',
    method: 'delete',
    path: '/keys/{prefix}',
    tag: 'API keys',
    summary: 'Revoke a key for good',
    description: 'Takes effect everywhere within a second.',
    security: 'jwt',
    params: { prefix: text.example('trip_live_4f9a1c') },
    success: { status: 200, description: 'The key is revoked.', data: done },
    errors: { 404: 'You have no active key with this prefix.' },
  },
];
