import { json } from '@tripline/service';
import { describeOperations } from '../openapi/credential.js';
import { bulkJob } from './bulk-resource.js';
import { bulkSchema } from './bulk-schemas.js';

/** How the paths of jobs over many rules stand in the OpenAPI document. */
export const bulkOperations = describeOperations({
  startBulkJob: {
    method: 'post',
    path: '/v1/rules/bulk',
    tag: 'Rules',
    summary: 'Delete, set the state of, or export any number of rules',
    description:
      'Takes keys (at most 10,000; in `rules` with their owner, where you and your team may both have a rule of one key), or a filter with the number of rules that you saw under it (at most 100,000). The rules are chosen at once, and the work is done afterwards; `GET /v1/rules/bulk/{jobId}` says how far it is. A job counts as one call, and is one event of the audit log. Deleted rules stay in the bin for 30 days. One user may have ten jobs that have not ended.',
    security: 'any',
    scope: 'rules:write',
    idempotent: true,
    body: bulkSchema,
    success: { status: 202, description: 'The job is accepted.', data: json.object({ jobId: json.uuid }) },
    errors: {
      404: 'One of the pipelines is not yours.',
      409: 'The filter shows another number of rules than you saw, or too many; or an export would have two rules of one key.',
      429: 'You have ten jobs that have not ended, or call too often.',
    },
  },
  getBulkJob: {
    method: 'get',
    path: '/v1/rules/bulk/{jobId}',
    tag: 'Rules',
    summary: 'Read how far a job is, and what it did not do and why',
    description: 'A job can be read for seven days after its end, by whoever started it.',
    security: 'any',
    scope: 'rules:read',
    params: { jobId: json.uuid },
    success: { status: 200, description: 'The job as it is now.', data: bulkJob },
    errors: { 400: 'The id is not a UUID.', 404: 'You have no such job.' },
  },
  getBulkFile: {
    method: 'get',
    path: '/v1/rules/bulk/{jobId}/file',
    tag: 'Rules',
    summary: 'Download the zip of an export',
    description:
      'One folder per form; rules that could not have a form are listed in NOT-EXPORTED.txt with the reason.',
    security: 'any',
    scope: 'rules:read',
    params: { jobId: json.uuid },
    success: { status: 200, description: 'The zip, as an attachment.', file: 'application/zip' },
    errors: {
      400: 'The id is not a UUID.',
      404: 'You have no such job.',
      409: 'The job is no export, or not done yet.',
    },
  },
});
