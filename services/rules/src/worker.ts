import { createInvitationMails, createSmtpMailer } from '@tripline/auth';
import { runProcess } from '@tripline/service';
import { rulesWorkerSettings } from './config.js';
import { rulesSchemas } from './store/schemas.js';
import { startMailWorker } from './worker/mail-worker.js';
import { startUpkeep } from './worker/upkeep.js';

/** The worker: it sends mail and keeps house, and listens on nothing but ADMIN_PORT, for health and metrics. */
await runProcess({
  name: 'tripline-rules-worker',
  settings: rulesWorkerSettings,
  redisRole: 'worker',
  schemas: rulesSchemas,
  // Upkeep may delete much in one statement.
  statementTimeoutMs: 120_000,
  async run({ adminPort, config, db, lifecycle, log, redis }) {
    const { SMTP_URL, PUBLIC_URL } = config;
    if (SMTP_URL === undefined || PUBLIC_URL === undefined) {
      log.info('no SMTP_URL is set: mails of invitations wait until one is');
    } else {
      const mailer = createSmtpMailer(SMTP_URL, PUBLIC_URL, config.LIMIT_MAIL_SECONDS);
      lifecycle.onStop('mail server', () => mailer.close());
      const retrySeconds = config.LIMIT_MAIL_RETRY_SECONDS;
      const mails = createInvitationMails({ db, log, mailer, publicUrl: PUBLIC_URL, retrySeconds });
      const worker = startMailWorker({ mails, redis, log });
      lifecycle.onStop('mails', () => worker.close());
    }
    const upkeep = startUpkeep(db, log);
    lifecycle.onStop('upkeep', () => upkeep.close());
    log.info({ adminPort }, 'the worker of the rule-generation service is working');
  },
});
