import { apiKeyBody } from '@tripline/auth';
import { instant, list, object, ref, text } from '@tripline/service';
import type { RulesOperation } from '../openapi/credential.js';

/** How the key paths stand in the OpenAPI document. */
export const apiKeyOperations: readonly RulesOperation[] = [
  {
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
      data: object({ key: text, prefix: text, name: text, createdAt: instant }),
    },
    errors: { 409: 'As many active keys as the tier allows.' },
  },
  {
    method: 'get',
    path: '/v1/api-keys',
    tag: 'API keys',
    summary: 'List your active keys',
    security: 'jwt',
    success: {
      status: 200,
      description: 'The keys, without their secrets.',
      data: object({ keys: list(ref('ApiKey')) }),
    },
    errors: {},
  },
  {
    method: 'delete',
    path: '/v1/api-keys/{prefix}',
    tag: 'API keys',
    summary: 'Revoke a key for good',
    description: 'Takes effect everywhere within a second.',
    security: 'jwt',
    params: { prefix: text },
    success: { status: 200, description: 'The key is revoked.', data: object({ message: text }) },
    errors: { 404: 'You have no active key with this prefix.' },
  },
];
