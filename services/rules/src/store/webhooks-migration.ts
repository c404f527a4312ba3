import type { Migration } from '@tripline/service';
import { makeWebhookTables } from '@tripline/webhooks';

/** Webhooks, and what they are told: the tables are those of every service that has them. */
export const webhooks: Migration = {
  name: '0016-webhooks',
  up: (trx) => makeWebhookTables(trx, 'rules'),
};
