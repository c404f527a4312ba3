import { list, nullable, type Operation, object, ref, text, uuid } from '../openapi/operation.js';
import { exportBodySchema, exportQuerySchema } from './export-routes.js';
import { ruleListSchema } from './rule-routes.js';

/** How the rule paths stand in the OpenAPI document. */
export const ruleOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/v1/rules',
    tag: 'Rules',
    summary: 'List your rules, newest first',
    security: 'any',
    query: ruleListSchema,
    success: {
      status: 200,
      description: 'A page of rules.',
      data: object({ rules: list(ref('RuleRow')), nextCursor: nullable(text) }),
    },
    errors: {},
  },
  {
    method: 'get',
    path: '/v1/rules/{key}',
    tag: 'Rules',
    summary: 'Read one rule with its versions',
    security: 'any',
    params: { key: uuid },
    success: { status: 200, description: 'The rule in its newest version.', data: ref('Rule') },
    errors: { 400: 'The key is no UUID.', 404: 'You have no such rule.' },
  },
  {
    method: 'get',
    path: '/v1/rules/{key}/export',
    tag: 'Rules',
    summary: 'Export one rule in the form a product takes',
    security: 'any',
    params: { key: uuid },
    query: exportQuerySchema,
    success: { status: 200, description: 'The file, as an attachment.', file: 'text/plain' },
    errors: { 404: 'You have no such rule.', 409: 'The rule cannot have this form; the message says why.' },
  },
  {
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
