import type { WebhookForm } from '@tripline/webhooks';
import { snakeCase } from '../keys/snake-case.js';

/** Webhooks as this service has them. */
export const webhookForm: WebhookForm = {
  schema: 'coverage',
  path: '/webhooks',
  events: {
    'coverage.changed': {
      what: 'what got worse with one cause, once for all accounts that it touched, as `GET /changes` lists it.',
      example: {
        id: '0199b2c4-7a10-7c3e-9d52-4b8f6a1e0c77',
        at: '2026-01-02T03:04:05.678Z',
        because: 'The log organisation no longer arrives (trail_stopped)',
        sentence: 'The log organisation no longer arrives (trail_stopped): 2 accounts lost 3 techniques.',
        scan_id: '0199b2c4-7a10-7c3e-9d52-4b8f6a1e0c78',
        accounts: 2,
        cloud_account_ids: ['0199b2c4-7a10-7c3e-9d52-4b8f6a1e0c79', '0199b2c4-7a10-7c3e-9d52-4b8f6a1e0c7a'],
        techniques: 3,
        technique_ids: ['T1098.001', 'T1530', 'T1685.002'],
        detections: 1,
      },
    },
    'scan.finished': {
      what: 'a scan has ended, however it did.',
      example: {
        id: '0199b2c4-7a10-7c3e-9d52-4b8f6a1e0c78',
        cloud_account_id: '0199b2c4-7a10-7c3e-9d52-4b8f6a1e0c79',
        cloud_account_name: 'production',
        external_account_id: '111122223333',
        trigger: 'schedule',
        status: 'completed',
        current_step: 'completed',
        detections_found: 120,
        detections_new: 2,
        detections_updated: 117,
        detections_removed: 1,
      },
    },
  },
  made: 200,
  names: snakeCase,
};
