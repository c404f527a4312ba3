import { type AuthConfig, authSettings, type MailConfig, mailSettings } from '@tripline/auth';
import { type FetchConfig, fetchSettings } from '@tripline/fetch';
import {
  type HttpConfig,
  httpSettings,
  limitSetting,
  type PortChoice,
  type ProcessConfig,
  portSetting,
  processSettings,
} from '@tripline/service';
import Joi from 'joi';

/** Settings of the rule-generation service. */
export interface RulesConfig extends ProcessConfig, HttpConfig, AuthConfig, FetchConfig {
  /** How long the text of an advisory is kept. */
  DOCUMENT_RETENTION_DAYS: number;
  /** Worker threads that read, draft and convert; 0 takes one per core. */
  LIMIT_ENGINE_THREADS: number;
  /** Requests that may wait for a thread before 503. */
  LIMIT_ENGINE_QUEUE: number;
  /** Seconds and megabytes one request may cost. */
  LIMIT_ENGINE_SECONDS: number;
  LIMIT_ENGINE_MEMORY_MB: number;
}

/** Schema of {@link RulesConfig}, for `loadConfig`. */
export const rulesSettings = Joi.object<RulesConfig>({
  ...processSettings,
  ...httpSettings({ port: 4001, adminPort: 4101 }),
  ...authSettings,
  ...fetchSettings,
  DOCUMENT_RETENTION_DAYS: limitSetting(90, { min: 1, max: 3650 }),
  LIMIT_ENGINE_THREADS: limitSetting(0, { min: 0, max: 128 }),
  LIMIT_ENGINE_QUEUE: limitSetting(32, { min: 0, max: 10_000 }),
  LIMIT_ENGINE_SECONDS: limitSetting(30, { min: 1, max: 600 }),
  LIMIT_ENGINE_MEMORY_MB: limitSetting(512, { min: 64, max: 16_384 }),
});

/** Settings of the worker for mail and upkeep. */
export interface RulesWorkerConfig extends ProcessConfig, MailConfig {
  ADMIN_PORT: PortChoice;
  /** Seconds the mail server may be silent; three times that, a whole mail's, stays well below the two minutes one attempt has the mail for. */
  LIMIT_MAIL_SECONDS: number;
  /** Seconds until a mail that failed is tried again; twice as long after each further failure, at most an hour. */
  LIMIT_MAIL_RETRY_SECONDS: number;
}

/** Schema of {@link RulesWorkerConfig}, for `loadConfig`. */
export const rulesWorkerSettings = Joi.object<RulesWorkerConfig>({
  ...processSettings,
  ADMIN_PORT: portSetting(4104),
  ...mailSettings,
  LIMIT_MAIL_SECONDS: limitSetting(10, { min: 1, max: 30 }),
  LIMIT_MAIL_RETRY_SECONDS: limitSetting(30, { min: 1, max: 3600 }),
});
