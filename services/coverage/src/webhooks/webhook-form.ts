import type { WebhookForm } from '@tripline/webhooks';
import { snakeCase } from '../keys/snake-case.js';

/** Webhooks as this service has them. */
export const webhookForm: WebhookForm = {
  schema: 'coverage',
  path: '/webhooks',
  events: {
    'coverage.changed':
      'what got worse with one cause, once for all accounts that it touched, as `GET /changes` lists it.',
    'scan.finished': 'a scan has ended, however it did.',
  },
  made: 200,
  names: snakeCase,
};
