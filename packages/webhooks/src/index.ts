export { announce, announceTo, webhooksWanting } from './announce.js';
export {
  type WebhookConfig,
  type WebhookWorkerConfig,
  webhookSettings,
  webhookWorkerSettings,
} from './config.js';
/** @public The compiler names them in the declarations of whoever describes webhooks. */
export type { NewWebhookBody, WebhookChangeBody, WebhookForm, WebhookTestBody } from './http/webhook-form.js';
export { describeWebhooks } from './http/webhook-operations.js';
export { createWebhookRouter } from './http/webhook-routes.js';
export { startWebhookWorker } from './sending/webhook-worker.js';
/** @public As above. */
export type { DeliveryQuery } from './store/delivery-store.js';
export { makeWebhookTables, markWebhookTests } from './store/webhook-tables.js';
