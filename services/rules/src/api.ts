import { createAuth } from '@tripline/auth';
import { runProcess } from '@tripline/service';
import { createQueuePage } from './admin/queue-page.js';
import { createRulesApp } from './app.js';
import { startBulkLoop } from './bulk/bulk-loop.js';
import { createBulkRunner } from './bulk/bulk-runner.js';
import { callsPerMinute, rulesSettings } from './config.js';
import { createEngine } from './engine/engine-pool.js';
import { errorBody } from './envelope.js';
import { createMailQueue } from './mail/mail-queue.js';
import { rulesSchemas } from './store/schemas.js';

/** The service's HTTP process: the API on PORT, health and metrics on ADMIN_PORT. */
await runProcess({
  name: 'tripline-rules',
  settings: rulesSettings,
  redisRole: 'api',
  schemas: rulesSchemas,
  async run({ adminApp, adminPort, config, db, lifecycle, listen, log, metrics, readiness, redis }) {
    const { draining } = lifecycle;
    const { hint: hintMail } = createMailQueue({ redis, log });
    const auth = createAuth({
      db,
      redis,
      config,
      log,
      metrics,
      keyHeader: 'authorization',
      callsPerMinute: callsPerMinute(config),
      hintMail,
    });
    lifecycle.onStop('auth', () => auth.close());
    const limits = {
      threads: config.LIMIT_ENGINE_THREADS,
      queue: config.LIMIT_ENGINE_QUEUE,
      timeoutSeconds: config.LIMIT_ENGINE_SECONDS,
      memoryMb: config.LIMIT_ENGINE_MEMORY_MB,
      freeWorkNiceness: 10,
    };
    const engine = createEngine(limits, metrics);
    lifecycle.onStop('engine', () => engine.close());
    // Before the port is open, and so before the process is ready. Threads that fail to warm up are only slower at first.
    await engine.warmUp().catch((err: unknown) => log.warn({ err }, 'the engine could not be warmed up'));
    if (config.ADMIN_TOKEN !== undefined) adminApp.use(createQueuePage({ redis, adminToken: config.ADMIN_TOKEN }));
    const app = createRulesApp({ config, log, metrics, db, auth, engine, readiness, draining });
    // Exports are written where the engine is; the worker does the other jobs.
    const jobs = startBulkLoop(createBulkRunner({ db, engine, log }), log);
    lifecycle.onStop('bulk exports', () => jobs.close());
    const port = await listen(app, { port: config.PORT, errorBody });
    log.info({ port, adminPort }, 'the rule-generation service is listening');
  },
});
