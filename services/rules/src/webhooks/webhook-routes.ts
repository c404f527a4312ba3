import { requireFeature } from '@tripline/auth';
import type { Knex } from '@tripline/service';
import { createWebhookRouter as createRouter, type WebhookConfig } from '@tripline/webhooks';
import type { RequestHandler, Router } from 'express';
import { succeed } from '../envelope.js';
import { webhookForm } from './webhook-form.js';
import { webhookOperations } from './webhook-operations.js';

/** What the routes need. */
export interface WebhookRouterDeps {
  readonly db: Knex;
  readonly config: WebhookConfig;
  /** A person's access token. */
  readonly session: RequestHandler;
}

/** `/v1/webhooks`: who is told of finished generations and of the team's audit log. For tiers that have API keys: programs take both. */
export function createWebhookRouter({ config, db, session }: WebhookRouterDeps): Router {
  return createRouter({
    ...{ db, config, succeed },
    form: webhookForm,
    guard: [session, requireFeature('keyManagement')],
    operations: {
      list: webhookOperations.listWebhooks,
      create: webhookOperations.createWebhook,
      change: webhookOperations.updateWebhook,
      remove: webhookOperations.deleteWebhook,
      rotate: webhookOperations.rotateWebhookSecret,
      test: webhookOperations.testWebhook,
      deliveries: webhookOperations.listWebhookDeliveries,
      redeliver: webhookOperations.redeliverWebhook,
    },
  });
}
