import { createAuth } from '@tripline/auth';
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
import { createRulesApp } from './app.js';
import { type RulesConfig, rulesSettings } from './config.js';
import { createEngine } from './engine/engine-pool.js';
import { errorBody } from './envelope.js';
import { createMailQueue } from './teams/mail-queue.js';

const NAME = 'tripline-rules';

/** Starts the service's HTTP process: the API on PORT, health and metrics on ADMIN_PORT. */
async function main(config: RulesConfig): Promise<void> {
  const log = createLog({ name: NAME, level: config.LOG_LEVEL });
  const lifecycle = createLifecycle(log, config.LIMIT_SHUTDOWN_SECONDS);
  stopOnSignals(lifecycle, log);
  const { draining } = lifecycle;
  const db = createDatabase({
    url: config.DATABASE_URL,
    connections: config.LIMIT_DATABASE_CONNECTIONS,
    applicationName: NAME,
  });
  lifecycle.onStop('database', () => db.destroy());
  const redis = createRedis({ url: config.REDIS_URL, role: 'api', name: NAME, log });
  lifecycle.onStop('redis', async () => redis.disconnect());
  const metrics = createMetrics(NAME);
  const auth = createAuth({ db, redis, config, log, keyHeader: 'authorization' });
  lifecycle.onStop('auth', () => auth.close());

  const engine = createEngine({
    threads: config.LIMIT_ENGINE_THREADS,
    queue: config.LIMIT_ENGINE_QUEUE,
    timeoutSeconds: config.LIMIT_ENGINE_SECONDS,
    memoryMb: config.LIMIT_ENGINE_MEMORY_MB,
  });
  lifecycle.onStop('engine', () => engine.close());

  const mailQueue = createMailQueue({ redis, log });
  // On a developer's machine, where anyone may register, nobody else is let in.
  const host = config.NODE_ENV === 'development' ? '127.0.0.1' : undefined;
  const admin = await startServer(createAdminApp(metrics), { port: config.ADMIN_PORT, host });
  lifecycle.addServer(admin);
  const server = await startServer(
    createRulesApp({ config, log, metrics, db, redis, auth, engine, mailQueue, draining }),
    {
      port: config.PORT,
      host,
      errorBody,
    },
  );
  lifecycle.addServer(server);
  log.info({ port: server.port, adminPort: admin.port }, 'the rule-generation service is listening');
}

try {
  await main(loadConfig(rulesSettings, process.env));
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : String((error as Error).stack)}\n`);
  process.exit(1);
}
