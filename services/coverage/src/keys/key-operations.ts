import { apiKeyBody } from '@tripline/auth';
import { instant, integer, list, nullable, object, text } from '@tripline/service';
import type { CoverageOperation } from '../openapi/credential.js';

/** How the key paths stand in the OpenAPI document. */
export const keyOperations: readonly CoverageOperation[] = [
  {
    method: 'get',
    path: '/keys',
    tag: 'API keys',
    summary: 'List your active keys',
    security: 'jwt',
    success: {
      status: 200,
      description: 'The keys, without their secrets.',
      data: object({
        keys: list(
          object({
            prefix: text,
            name: text,
            created_at: instant,
            last_used_at: nullable(instant),
            daily_limit: integer,
            used_today: integer,
          }),
        ),
      }),
    },
    errors: {},
  },
  {
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
      data: object({ key: text, prefix: text, name: text, created_at: instant }),
    },
    errors: { 409: 'As many active keys as the tier allows.' },
  },
  {
    method: 'delete',
    path: '/keys/{prefix}',
    tag: 'API keys',
    summary: 'Revoke a key for good',
    description: 'Takes effect everywhere within a second.',
    security: 'jwt',
    params: { prefix: text },
    success: { status: 200, description: 'The key is revoked.', data: object({ message: text }) },
    errors: { 404: 'You have no active key with this prefix.' },
  },
];
