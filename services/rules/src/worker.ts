import { createInvitationMails, createSmtpMailer } from '@tripline/auth';
import {
  ConfigError,
  createAdminApp,
  createDatabase,
  createLifecycle,
  createLog,
  createMetrics,
  createRedis,
  loadConfig,
  startServer,
  stopOnSignals,
} from '@tripline/service';
import { type RulesWorkerConfig, rulesWorkerSettings } from './config.js';
import { startMailWorker } from './worker/mail-worker.js';
import { startUpkeep } from './worker/upkeep.js';

const NAME = 'tripline-rules-worker';
/** Upkeep may delete much in one statement. */
const STATEMENT_MS = 120_000;

/** Starts the worker: it sends mail and keeps house, and listens on nothing but ADMIN_PORT, for health and metrics. */
async function main(config: RulesWorkerConfig): Promise<void> {
  const log = createLog({ name: NAME, level: config.LOG_LEVEL });
  const lifecycle = createLifecycle(log, config.LIMIT_SHUTDOWN_SECONDS);
  stopOnSignals(lifecycle, log);
  const db = createDatabase({
    url: config.DATABASE_URL,
    connections: config.LIMIT_DATABASE_CONNECTIONS,
    applicationName: NAME,
    statementTimeoutMs: STATEMENT_MS,
  });
  lifecycle.onStop('database', () => db.destroy());
  const redis = createRedis({ url: config.REDIS_URL, role: 'worker', name: NAME, log });
  lifecycle.onStop('redis', async () => redis.disconnect());

  const host = config.NODE_ENV === 'development' ? '127.0.0.1' : undefined;
  const admin = await startServer(createAdminApp(createMetrics(NAME)), { port: config.ADMIN_PORT, host });
  lifecycle.addServer(admin);
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
  log.info({ adminPort: admin.port }, 'the worker of the rule-generation service is working');
}

try {
  await main(loadConfig(rulesWorkerSettings, process.env));
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : String((error as Error).stack)}\n`);
  process.exit(1);
}
