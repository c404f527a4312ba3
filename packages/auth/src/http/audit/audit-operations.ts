import { json } from '@tripline/service';
import { describeOperations } from '../identity-operation.js';
import { auditQuerySchema } from './audit-query.js';
import { auditPageResource, auditVerificationResource } from './audit-resource.js';

/** How `GET /v1/team/audit` stands in the OpenAPI document. */
export const auditOperations = describeOperations({
  listAuditEvents: {
    method: 'get',
    path: '/v1/team/audit',
    tag: 'Team',
    summary: "Read or export the team's audit log, newest first",
    description:
      "What members did while in the team, in both services. `from` and `to` take an ISO 8601 date and time with a zone, or a day in UTC; `from` is included, `to` is not, but a day as `to` is included to its end. `actor` takes a user's id or e-mail address. JSON comes in pages of `limit` events (50 by default). `format=csv` streams everything in range (RFC 4180, first line the names): no `limit`, no `cursor`; cells that a spreadsheet would compute are led by an apostrophe; the export is itself recorded, as `audit.exported`, and holds what was recorded before it.",
    security: 'jwt',
    query: auditQuerySchema,
    success: {
      status: 200,
      description: 'A page of events, or the file as an attachment.',
      data: auditPageResource,
    },
    otherSuccess: { 'text/csv': json.text },
    errors: {
      400: 'A parameter is out of range, the format is neither json nor csv, or the range ends before it begins.',
    },
  },
  verifyAuditLog: {
    method: 'get',
    path: '/v1/team/audit/verify',
    tag: 'Team',
    summary: "Check the team's audit log against its seals",
    description:
      'For the owner and admins. Events are sealed within a minute or two, in a chain; this names every event that was changed, removed or added since, and where the chain itself is broken.',
    security: 'jwt',
    success: { status: 200, description: 'What was found.', data: auditVerificationResource },
    errors: { 429: 'You have as many requests running and waiting as your tier allows.' },
  },
});
