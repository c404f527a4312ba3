import { anyObject, integer, list, object, text, uuid } from '@tripline/service';
import type { RulesOperation } from '../openapi/credential.js';
import { nextCursor } from '../openapi/shared-fields.js';
import { exportBodySchema, exportQuerySchema } from './export-routes.js';
import { ruleResource, ruleRow, ruleVersionResource } from './rule-resource.js';
import { ruleChangeSchema, ruleListSchema } from './rule-routes.js';

/** How the rule paths stand in the OpenAPI document. */
export const ruleOperations: readonly RulesOperation[] = [
  {
    id: 'listRules',
    method: 'get',
    path: '/v1/rules',
    tag: 'Rules',
    summary: 'List your rules, newest first',
    security: 'any',
    query: ruleListSchema,
    success: {
      status: 200,
      description: 'A page of rules.',
      data: object({ rules: list(ruleRow), nextCursor }),
    },
    errors: {},
  },
  {
    id: 'getRule',
    method: 'get',
    path: '/v1/rules/{key}',
    tag: 'Rules',
    summary: 'Read one rule with a list of its versions',
    security: 'any',
    params: { key: uuid },
    success: { status: 200, description: 'The rule in its newest version.', data: ruleResource },
    errors: { 400: 'The key is no UUID.', 404: 'You have no such rule.' },
  },
  {
    id: 'getRuleVersion',
    method: 'get',
    path: '/v1/rules/{key}/versions/{version}',
    tag: 'Rules',
    summary: 'Read one version of a rule',
    description: 'Of each rule the first version and the latest 49 are kept.',
    security: 'any',
    params: { key: uuid, version: integer.min(1) },
    success: { status: 200, description: 'The version, whole.', data: ruleVersionResource },
    errors: {
      400: 'The key is no UUID, or the version no number from 1.',
      404: 'You have no such rule, or it has no such version (any more).',
    },
  },
  {
    id: 'updateRule',
    method: 'patch',
    path: '/v1/rules/{key}',
    tag: 'Rules',
    summary: 'Change the state of a rule, or edit it',
    description:
      'An edited `yaml` holds this one rule (or one correlation with the rules it refers to). It is checked, tested on events built from it, and converted to all six languages; it becomes the newest version, and the earlier ones stay readable: the first and the latest 49. Its id, if it has one, is the key. Evidence stays for the values that the rule still looks for. The same text again makes no new version.',
    security: 'any',
    params: { key: uuid },
    body: ruleChangeSchema,
    success: { status: 200, description: 'The rule as it is now.', data: ruleResource },
    errors: {
      400: 'The key is no UUID, the body is not as described, or the Sigma text cannot be used; `details` has line and column of each fault.',
      404: 'You have no such rule.',
      422: 'The text takes more time or memory than one request is given.',
      503: 'All workers are busy; see Retry-After.',
    },
  },
  {
    id: 'exportRule',
    method: 'get',
    path: '/v1/rules/{key}/export',
    tag: 'Rules',
    summary: 'Export one rule in the form a product takes',
    security: 'any',
    params: { key: uuid },
    query: exportQuerySchema,
    success: { status: 200, description: 'The file, as an attachment.', file: 'text/plain' },
    otherSuccess: { 'application/yaml': text, 'application/json': anyObject, 'application/x-ndjson': text },
    errors: { 404: 'You have no such rule.', 409: 'The rule cannot have this form; the message says why.' },
  },
  {
    id: 'exportRules',
    method: 'post',
    path: '/v1/rules/export',
    tag: 'Rules',
    summary: 'Export many rules as one zip',
    description: 'A folder per form; what a rule cannot be is listed in NOT-EXPORTED.txt.',
    security: 'any',
    body: exportBodySchema,
    success: { status: 200, description: 'The zip, as an attachment.', file: 'application/zip' },
    errors: { 404: 'One of the keys is not a rule of yours.' },
  },
];
