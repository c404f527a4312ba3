import { describeWebhooks } from '@tripline/webhooks';
import { describeOperations } from '../openapi/credential.js';
import { webhookForm } from './webhook-form.js';

const { change, create, deliveries, list, redeliver, remove, rotate, test } = describeWebhooks(webhookForm);

/** The paths of webhooks in the OpenAPI document. */
export const webhookOperations = describeOperations({
  listWebhooks: list,
  createWebhook: create,
  updateWebhook: change,
  deleteWebhook: remove,
  rotateWebhookSecret: rotate,
  testWebhook: test,
  listWebhookDeliveries: deliveries,
  redeliverWebhook: redeliver,
});
