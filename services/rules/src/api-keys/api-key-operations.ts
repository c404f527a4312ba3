import { apiKeyBody } from '@tripline/auth';
import { done, list, object, text } from '@tripline/service';
import type { RulesOperation } from '../openapi/credential.js';
import { apiKeyResource, newApiKeyResource } from './api-key-resource.js';

/** How the key paths stand in the OpenAPI document. */
export const apiKeyOperations: readonly RulesOperation[] = [
  {
    id: 'createApiKey',
    method: 'post',
    path: '/v1/api-keys',
    tag: 'API keys',
    summary: 'Make an API key',
    description: 'From tier pro on, with a verified e-mail address. The full key is in this answer and never again.',
    security: 'jwt',
    body: apiKeyBody,
    success: {
      status: 201,
      description: 'The key, shown this once.',
      data: newApiKeyResource,
    },
    errors: { 409: 'As many active keys as the tier allows.' },
  },
  {
    id: 'listApiKeys',
    method: 'get',
    path: '/v1/api-keys',
    tag: 'API keys',
    summary: 'List your active keys',
    security: 'jwt',
    success: {
      status: 200,
      description: 'The keys, without their secrets.',
      data: object({ keys: list(apiKeyResource) }),
    },
    errors: {},
  },
  {
    id: 'revokeApiKey',
    method: 'delete',
    path: '/v1/api-keys/{prefix}',
    tag: 'API keys',
    summary: 'Revoke a key for good',
    description: 'Takes effect everywhere within a second.',
    security: 'jwt',
    params: { prefix: text.example('trip_live_4f9a1c') },
    success: { status: 200, description: 'The key is revoked.', data: done },
    errors: { 404: 'You have no active key with this prefix.' },
  },
];
