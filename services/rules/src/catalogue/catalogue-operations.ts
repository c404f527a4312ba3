import { describeOperations } from '../openapi/credential.js';
import { backendsResource, platformsResource } from './catalogue-resources.js';

/** How the catalogue's paths stand in the OpenAPI document. */
export const catalogueOperations = describeOperations({
  listBackends: {
    method: 'get',
    path: '/v1/backends',
    tag: 'Catalogue',
    summary: 'The six SIEM backends and what each can say',
    security: 'none',
    success: {
      status: 200,
      description: 'The backends.',
      data: backendsResource,
    },
    errors: {},
  },
  listPlatforms: {
    method: 'get',
    path: '/v1/platforms',
    tag: 'Catalogue',
    summary: 'The thirteen platforms, their log sources and key fields',
    security: 'none',
    success: {
      status: 200,
      description: 'The platforms.',
      data: platformsResource,
    },
    errors: {},
  },
});
