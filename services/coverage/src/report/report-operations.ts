import { json } from '@tripline/service';
import Joi from 'joi';
import { describeOperations } from '../openapi/credential.js';

/** `GET …/coverage/report` */
const reportQuery = Joi.object<{ at?: string }>({
  at: Joi.string()
    .isoDate()
    .max(40)
    .description('the report as of this time: of the newest snapshot that was there then')
    .example('2027-01-31T00:00:00Z'),
});

/** The report in the OpenAPI document. */
export const reportOperations = describeOperations({
  getCoverageReport: {
    method: 'get',
    path: '/accounts/{id}/coverage/report',
    tag: 'Coverage',
    summary: 'Get a coverage report',
    description:
      'One page for people, which needs nothing else and prints well: where the account stands, what changed in the 30 days before, the ten gaps that matter most, what was not read, and the detections that the figures rest on.',
    security: 'any',
    scope: 'coverage:read',
    params: { id: json.uuid },
    query: reportQuery,
    success: { status: 200, description: 'The report, as an HTML page.', file: 'text/html' },
    errors: { 404: 'You have no account with this id, or it had no coverage at that time.' },
  },
});
