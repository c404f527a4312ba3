import { fetchSettings } from '@tripline/fetch';
import { limitSetting, listSetting, strongSecretSetting } from '@tripline/service';
import type { Schema } from 'joi';

/** Settings of webhooks, the same in every process of a service. */
export interface WebhookConfig {
  /** Seals the secrets of webhooks. Without it nobody can make one. */
  WEBHOOK_KEY?: string;
  /** The key before it, while an operator is changing it. */
  WEBHOOK_KEY_PREVIOUS?: string;
  WEBHOOK_ALLOW_HOSTS: string[];
  FETCH_DENY_NETWORKS: string[];
  LIMIT_WEBHOOKS: number;
}

/** The schema of {@link WebhookConfig}, to be spread into a process's own `Joi.object`. */
export const webhookSettings = {
  WEBHOOK_KEY: strongSecretSetting().description(
    'Seals the secrets that webhooks are signed with. All processes of both services have the same. Without it nobody can make a webhook, and none is called.',
  ),
  WEBHOOK_KEY_PREVIOUS: strongSecretSetting().description(
    'The WEBHOOK_KEY before the one in use: secrets that it sealed can still be read.',
  ),
  WEBHOOK_ALLOW_HOSTS: listSetting().description(
    'Hosts (host or host:port) that webhooks may call although they are private. A name here still leads neither to a cloud’s metadata service nor into FETCH_DENY_NETWORKS.',
  ),
  FETCH_DENY_NETWORKS: fetchSettings.FETCH_DENY_NETWORKS,
  LIMIT_WEBHOOKS: limitSetting(10, { min: 1, max: 1000 })
    .unit('webhooks')
    .description('Webhooks that one user or team may have in each service.'),
} satisfies Record<keyof WebhookConfig, Schema>;

/** Settings of a worker that calls webhooks. */
export interface WebhookWorkerConfig extends WebhookConfig {
  LIMIT_WEBHOOK_SECONDS: number;
  LIMIT_WEBHOOK_RETRY_SECONDS: number;
  LIMIT_WEBHOOK_HOURS: number;
}

/** The schema of {@link WebhookWorkerConfig}, to be spread into a worker's own `Joi.object`. */
export const webhookWorkerSettings = {
  ...webhookSettings,
  LIMIT_WEBHOOK_SECONDS: limitSetting(10, { min: 1, max: 30 })
    .unit('seconds')
    .description('Time in which a webhook must answer.'),
  LIMIT_WEBHOOK_RETRY_SECONDS: limitSetting(30, { min: 1, max: 3600 })
    .unit('seconds')
    .description(
      'When a webhook that failed is called again; twice as long after each further failure, at most six hours.',
    ),
  LIMIT_WEBHOOK_HOURS: limitSetting(72, { min: 1, max: 336 })
    .unit('hours')
    .description('How long a webhook is called again before its delivery has failed.'),
} satisfies Record<keyof WebhookWorkerConfig, Schema>;

/** The keys that secrets may be sealed with; the first seals, every one opens. Empty where webhooks are off. */
export const webhookKeys = ({ WEBHOOK_KEY, WEBHOOK_KEY_PREVIOUS }: WebhookConfig): readonly string[] =>
  [WEBHOOK_KEY, WEBHOOK_KEY_PREVIOUS].filter((key) => key !== undefined);
