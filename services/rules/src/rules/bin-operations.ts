import { json } from '@tripline/service';
import { describeOperations } from '../openapi/credential.js';
import { total } from '../openapi/shared-fields.js';
import { deletedRule, ruleRestoration } from './bin-resource.js';
import { binListSchema, emptyBinSchema, restorationSchema } from './bin-schemas.js';

/** How the paths of the bin stand in the OpenAPI document. */
export const binOperations = describeOperations({
  listDeletedRules: {
    method: 'get',
    path: '/v1/rules/bin',
    tag: 'Rules',
    summary: 'List deleted rules, the latest deletion first',
    description:
      'Deleted rules stay in the bin for 30 days: your own, and those of your team whoever deleted them. They count no bytes, and no list, export or comparison has them. With an account its bin goes at once.',
    security: 'any',
    scope: 'rules:read',
    query: binListSchema,
    success: {
      status: 200,
      description: 'A page of the bin.',
      data: json.object({
        rules: json.list(deletedRule),
        total,
        nextCursor: json.nextCursor,
      }),
    },
    errors: {},
  },
  restoreRules: {
    method: 'post',
    path: '/v1/rules/bin/restore',
    tag: 'Rules',
    summary: 'Restore deleted rules',
    description:
      'They come back with their versions, states and places in generations: all of the keys or none, or what a job deleted. A report that is read again restores its rules by itself.',
    security: 'any',
    scope: 'rules:write',
    body: restorationSchema,
    success: { status: 200, description: 'They are back.', data: ruleRestoration },
    errors: {
      404: 'One of the keys is not in your bin, or nothing of the job is.',
      409: 'Your storage is full; the error says how many bytes to delete.',
    },
  },
  emptyBin: {
    method: 'delete',
    path: '/v1/rules/bin',
    tag: 'Rules',
    summary: 'Delete rules in the bin for good',
    description: 'All of the keys or none; or with `all=true` everything in the bin.',
    security: 'any',
    scope: 'rules:write',
    query: emptyBinSchema,
    success: {
      status: 200,
      description: 'They are gone for good.',
      data: json.object({ deleted: json.integer.example(3) }),
    },
    errors: { 404: 'One of the keys is not in your bin.' },
  },
});
