import {
  type AuthConfig,
  authSettings,
  type CallsPerMinute,
  type MailConfig,
  mailSettings,
  type PasskeyConfig,
  passkeySettings,
  signInSettings,
} from '@tripline/auth';
import { type LeakedKeyConfig, leakedKeySettings } from '@tripline/auth/http';
import { type FetchConfig, fetchSettings } from '@tripline/fetch';
import {
  adminPortSetting,
  type HttpConfig,
  httpSettings,
  limitSetting,
  type PortChoice,
  type ProcessConfig,
  processSettings,
} from '@tripline/service';
import {
  type WebhookConfig,
  type WebhookWorkerConfig,
  webhookSettings,
  webhookWorkerSettings,
} from '@tripline/webhooks';
import Joi from 'joi';
import { type StorageConfig, storageSettings } from './storage/storage-config.js';

/** Settings of the rule-generation service. */
export interface RulesConfig
  extends ProcessConfig,
    HttpConfig,
    AuthConfig,
    PasskeyConfig,
    FetchConfig,
    StorageConfig,
    LeakedKeyConfig,
    WebhookConfig {
  DOCUMENT_RETENTION_DAYS: number;
  LIMIT_READS_PER_MINUTE: number;
  LIMIT_CHANGES_PER_MINUTE: number;
  LIMIT_WORK_PER_MINUTE: number;
  LIMIT_ENGINE_THREADS: number;
  LIMIT_ENGINE_QUEUE: number;
  LIMIT_ENGINE_SECONDS: number;
  LIMIT_ENGINE_MEMORY_MB: number;
}

/** Schema of {@link RulesConfig}, for `loadConfig`. */
export const rulesSettings = Joi.object<RulesConfig>({
  ...processSettings,
  ...httpSettings({ port: 4001, adminPort: 4101 }),
  ...authSettings,
  ...signInSettings,
  ...passkeySettings,
  ...fetchSettings,
  ...storageSettings,
  ...leakedKeySettings,
  ...webhookSettings,
  DOCUMENT_RETENTION_DAYS: limitSetting(90, { min: 1, max: 3650 })
    .unit('days')
    .description('How long the text of an advisory is kept.'),
  LIMIT_READS_PER_MINUTE: limitSetting(600, { min: 1, max: 1_000_000 })
    .unit('calls a minute')
    .description('Reading calls (GET) of one user a minute, over all credentials.'),
  LIMIT_CHANGES_PER_MINUTE: limitSetting(60, { min: 1, max: 1_000_000 })
    .unit('calls a minute')
    .description('Changing calls of one user a minute, over all credentials.'),
  LIMIT_WORK_PER_MINUTE: limitSetting(240, { min: 1, max: 1_000_000 })
    .unit('calls a minute')
    .description('Calls of one user a minute that generate, convert, edit or export, over all credentials.'),
  LIMIT_ENGINE_THREADS: limitSetting(0, { min: 0, max: 128 })
    .unit('threads')
    .description(
      'Threads that read, draft and convert, of which work of the tier `free` has all but one, and with 1 one of its own. With 0 there is one per core.',
    ),
  LIMIT_ENGINE_QUEUE: limitSetting(64, { min: 0, max: 10_000 })
    .unit('requests')
    .description(
      'Requests that may wait for a thread, those of the tier `free` and all others counted apart; the next is answered with 503.',
    ),
  LIMIT_ENGINE_SECONDS: limitSetting(30, { min: 1, max: 600 })
    .unit('seconds')
    .description('Time that one request may take in the engine.'),
  LIMIT_ENGINE_MEMORY_MB: limitSetting(512, { min: 64, max: 16_384 })
    .unit('megabytes')
    .description('Memory that one request may take in the engine.'),
});

/** How often one user may call in a minute. */
export function callsPerMinute(config: RulesConfig): CallsPerMinute {
  return {
    reads: config.LIMIT_READS_PER_MINUTE,
    changes: config.LIMIT_CHANGES_PER_MINUTE,
    work: config.LIMIT_WORK_PER_MINUTE,
  };
}

/** Settings of the worker for mail and upkeep. */
export interface RulesWorkerConfig extends ProcessConfig, MailConfig, WebhookWorkerConfig {
  ADMIN_PORT: PortChoice;
  AUDIT_RETENTION_DAYS: number;
  LIMIT_MAIL_SECONDS: number;
  LIMIT_MAIL_RETRY_SECONDS: number;
}

/** Schema of {@link RulesWorkerConfig}, for `loadConfig`. */
export const rulesWorkerSettings = Joi.object<RulesWorkerConfig>({
  ...processSettings,
  ADMIN_PORT: adminPortSetting(4104),
  AUDIT_RETENTION_DAYS: limitSetting(365, { min: 0, max: 36_500 })
    .unit('days')
    .description(
      'How long after an account is deleted the audit log still says whose it was. After that it keeps only the id.',
    ),
  ...mailSettings,
  ...webhookWorkerSettings,
  LIMIT_MAIL_SECONDS: limitSetting(10, { min: 1, max: 30 })
    .unit('seconds')
    .description('How long the mail server may be silent. A whole mail may take three times that.'),
  LIMIT_MAIL_RETRY_SECONDS: limitSetting(30, { min: 1, max: 3600 })
    .unit('seconds')
    .description('When a mail that failed is tried again; twice as long after each further failure, at most an hour.'),
});
