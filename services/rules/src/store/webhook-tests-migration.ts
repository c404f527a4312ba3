import type { Migration } from '@tripline/service';
import { markWebhookTests } from '@tripline/webhooks';

/** Which deliveries to webhooks are examples that somebody asked for. */
export const webhookTests: Migration = {
  name: '0036-webhook-tests',
  up: (trx) => markWebhookTests(trx, 'rules'),
};
