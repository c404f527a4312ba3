import type { WebhookForm } from '@tripline/webhooks';

/** The type of events of a team's audit log. */
export const AUDIT_EVENT = 'audit.recorded';

/** Webhooks as this service has them. */
export const webhookForm: WebhookForm = {
  schema: 'rules',
  path: '/v1/webhooks',
  events: {
    'generation.finished': 'rules were written from a document, and are kept.',
    [AUDIT_EVENT]:
      'something was recorded in the team’s audit log, as `GET /v1/team/audit` shows it, a minute or two later.',
  },
  made: 201,
  teamEvents: [AUDIT_EVENT],
};
