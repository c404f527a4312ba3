import { createMailSender, createSmtpMailer } from '@tripline/auth';
import { runProcess } from '@tripline/service';
import { startWebhookWorker } from '@tripline/webhooks';
import { startBulkLoop } from './bulk/bulk-loop.js';
import { createBulkRunner } from './bulk/bulk-runner.js';
import { rulesWorkerSettings } from './config.js';
import { startGapRuleRelay } from './gap-rules/gap-rule-relay.js';
import { createMailMetrics } from './mail/mail-metrics.js';
import { startMailWorker } from './mail/mail-worker.js';
import { rulesSchemas } from './store/schemas.js';
import { startReadingRelay } from './techniques-read/reading-relay.js';
import { startUpkeep } from './upkeep/upkeep.js';
import { observeUpkeep } from './upkeep/upkeep-metrics.js';
import { startAuditRelay } from './webhooks/audit-relay.js';

/** The worker: it sends mail, tells the coverage service of rules for its gaps and of what was read, calls webhooks, works on jobs over many rules, and removes what has expired. It listens only on ADMIN_PORT, for health and metrics. */
await runProcess({
  name: 'tripline-rules-worker',
  settings: rulesWorkerSettings,
  redisRole: 'worker',
  schemas: rulesSchemas,
  // Upkeep may delete many rows in one statement.
  statementTimeoutMs: 120_000,
  async run({ adminPort, config, db, lifecycle, log, metrics, redis }) {
    const { SMTP_URL, PUBLIC_URL } = config;
    const observe = createMailMetrics(metrics);
    if (SMTP_URL === undefined || PUBLIC_URL === undefined) {
      log.info('SMTP_URL is not set: mails wait until it is, and are given up when they expire');
    } else {
      const mailer = createSmtpMailer(SMTP_URL, PUBLIC_URL, config.LIMIT_MAIL_SECONDS);
      lifecycle.onStop('mail server', () => mailer.close());
      const retrySeconds = config.LIMIT_MAIL_RETRY_SECONDS;
      const mails = createMailSender({ db, log, mailer, publicUrl: PUBLIC_URL, retrySeconds, observe });
      const worker = startMailWorker({ mails, redis, log });
      lifecycle.onStop('mails', () => worker.close());
    }
    const jobs = startBulkLoop(createBulkRunner({ db, log }), log);
    lifecycle.onStop('bulk jobs', () => jobs.close());
    const gapRules = startGapRuleRelay({ db, log, redis });
    lifecycle.onStop('gap rules', () => gapRules.close());
    const readings = startReadingRelay({ db, log, redis });
    lifecycle.onStop('techniques read', () => readings.close());
    const auditRelay = startAuditRelay({ db, log });
    lifecycle.onStop('audit events', () => auditRelay.close());
    const webhooks = startWebhookWorker({ db, log, redis, metrics, config, schema: 'rules' });
    lifecycle.onStop('webhooks', () => webhooks.close());
    observeUpkeep(metrics, db);
    const upkeep = startUpkeep({
      ...{ db, log, observeMail: observe },
      auditRetentionDays: config.AUDIT_RETENTION_DAYS,
    });
    lifecycle.onStop('upkeep', () => upkeep.close());
    log.info({ adminPort }, 'the rules worker has started');
  },
});
