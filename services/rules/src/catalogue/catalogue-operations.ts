import { list, object, text } from '@tripline/service';
import type { RulesOperation } from '../openapi/credential.js';

const support = { type: 'string', enum: ['yes', 'partial', 'no'] };

/** How the catalogue's paths stand in the OpenAPI document. */
export const catalogueOperations: readonly RulesOperation[] = [
  {
    method: 'get',
    path: '/v1/backends',
    tag: 'Catalogue',
    summary: 'The six SIEM backends and what each can say',
    security: 'none',
    success: {
      status: 200,
      description: 'The backends.',
      data: object({
        backends: list(
          object({
            id: text,
            outputFormat: text,
            features: object({ wildcards: support, regex: support, near: support, aggregation: support }),
          }),
        ),
      }),
    },
    errors: {},
  },
  {
    method: 'get',
    path: '/v1/platforms',
    tag: 'Catalogue',
    summary: 'The thirteen platforms, their log sources and key fields',
    security: 'none',
    success: {
      status: 200,
      description: 'The platforms.',
      data: object({
        platforms: list(object({ id: text, plane: text, logsource: { type: 'object' }, keyFields: list(text) })),
      }),
    },
    errors: {},
  },
];
