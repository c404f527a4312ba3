import { json } from '@tripline/service';
import { regions } from '../coverage/coverage-resources.js';
import { attackVersion } from '../openapi/attack-version.js';
import { describeOperations } from '../openapi/credential.js';
import { logSources, techniqueVisibilityResource } from './visibility-resource.js';
import { dettectQuery, visibilityQuery } from './visibility-schema.js';

const read = {
  method: 'get',
  tag: 'Visibility',
  security: 'any',
  scope: 'coverage:read',
  params: { id: json.uuid },
  errors: { 404: 'You have no account with this id, or it has never been scanned.' },
} as const;

/** How visibility stands in the OpenAPI document. */
export const visibilityOperations = describeOperations({
  listTechniqueVisibility: {
    ...read,
    path: '/accounts/{id}/coverage/visibility',
    summary: 'Get technique visibility',
    description:
      'What could be seen beside what is detected: the logs that show each technique, where they arrive, and which link is missing where they do not.',
    query: visibilityQuery,
    success: {
      status: 200,
      description: 'The techniques of the newest snapshot, by id.',
      data: json.object({
        cloud_account_id: json.uuid,
        attack_version: attackVersion,
        regions,
        sources: logSources,
        techniques: json.list(techniqueVisibilityResource),
        total: json.integer,
      }),
    },
  },
  getVisibilityLayer: {
    ...read,
    path: '/accounts/{id}/coverage/visibility/navigator',
    summary: 'Export visibility as an ATT&CK Navigator layer',
    success: {
      status: 200,
      description: 'A layer of format 4.5.',
      data: json.anyObject.description('an ATT&CK Navigator layer'),
    },
  },
  getDettectFile: {
    ...read,
    path: '/accounts/{id}/coverage/dettect',
    summary: 'Export a DeTT&CT file',
    description:
      'The administration file of data sources, or that of techniques with scores of detection and visibility.',
    query: dettectQuery,
    success: {
      status: 200,
      description: 'A YAML file.',
      file: 'application/yaml',
    },
  },
});
