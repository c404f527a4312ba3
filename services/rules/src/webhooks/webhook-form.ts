import type { WebhookForm } from '@tripline/webhooks';

/** The type of events of a team's audit log. */
export const AUDIT_EVENT = 'audit.recorded';

/** Webhooks as this service has them. */
export const webhookForm: WebhookForm = {
  schema: 'rules',
  path: '/v1/webhooks',
  events: {
    'generation.finished': {
      what: 'rules were written from a document, and are kept.',
      example: {
        id: '0199b2c4-7a10-7c3e-9d52-4b8f6a1e0c77',
        title: 'An intrusion that stopped the audit trail',
        inputType: 'url',
        rules: 14,
        owner: 'user',
      },
    },
    [AUDIT_EVENT]: {
      what: 'something was recorded in the team’s audit log, as `GET /v1/team/audit` shows it, a minute or two later.',
      example: {
        id: '0199b2c4-7a10-7c3e-9d52-4b8f6a1e0c78',
        at: '2026-01-02T03:04:05.678Z',
        actorId: '0199b2c4-7a10-7c3e-9d52-4b8f6a1e0c79',
        actorEmail: 'ada@example.com',
        action: 'rule.generated',
        targetType: 'generation',
        targetId: '0199b2c4-7a10-7c3e-9d52-4b8f6a1e0c77',
        outcome: 'success',
        ip: '203.0.113.7',
        userAgent: 'curl/8.9.1',
        details: { inputType: 'url', rules: 14 },
      },
    },
  },
  made: 201,
  teamEvents: [AUDIT_EVENT],
};
