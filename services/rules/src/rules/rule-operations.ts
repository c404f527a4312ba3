import { list, nullable, type Operation, object, ref, text, uuid } from '../openapi/operation.js';
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
];
