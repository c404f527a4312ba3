import type { Auth } from '@tripline/auth';
import type { Knex } from '@tripline/service';
import { createWebhookRouter as createRouter, type WebhookConfig } from '@tripline/webhooks';
import type { Router } from 'express';
import { answerInSnakeCase } from '../keys/snake-case.js';
import { webhookForm } from './webhook-form.js';
import { webhookOperations } from './webhook-operations.js';

/** What the routes need. */
export interface WebhookRouterDeps {
  readonly auth: Pick<Auth, 'requireCaller'>;
  readonly db: Knex;
  readonly config: WebhookConfig;
}

/** `/webhooks`: who is told of changes and of scans that ended. It accepts only the dashboard's token. */
export function createWebhookRouter({ auth, config, db }: WebhookRouterDeps): Router {
  return createRouter({
    ...{ db, config },
    form: webhookForm,
    guard: [auth.requireCaller({ accept: ['jwt'] })],
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
    succeed: (res, data, status = 200) => void res.status(status).json(answerInSnakeCase(data)),
  });
}
