import { createAuth } from '@tripline/auth';
import { runProcess } from '@tripline/service';
import { createRulesApp } from './app.js';
import { rulesSettings } from './config.js';
import { createEngine } from './engine/engine-pool.js';
import { errorBody } from './envelope.js';
import { rulesSchemas } from './store/schemas.js';
import { createMailQueue } from './teams/mail-queue.js';

/** The service's HTTP process: the API on PORT, health and metrics on ADMIN_PORT. */
await runProcess({
  name: 'tripline-rules',
  settings: rulesSettings,
  redisRole: 'api',
  schemas: rulesSchemas,
  async run({ adminPort, config, db, lifecycle, listen, log, metrics, readiness, redis }) {
    const { draining } = lifecycle;
    const auth = createAuth({ db, redis, config, log, metrics, keyHeader: 'authorization' });
    lifecycle.onStop('auth', () => auth.close());
    const limits = {
      threads: config.LIMIT_ENGINE_THREADS,
      queue: config.LIMIT_ENGINE_QUEUE,
      timeoutSeconds: config.LIMIT_ENGINE_SECONDS,
      memoryMb: config.LIMIT_ENGINE_MEMORY_MB,
    };
    const engine = createEngine(limits, metrics);
    lifecycle.onStop('engine', () => engine.close());
    const mailQueue = createMailQueue({ redis, log });
    const app = createRulesApp({ config, log, metrics, db, auth, engine, mailQueue, readiness, draining });
    const port = await listen(app, { port: config.PORT, errorBody });
    log.info({ port, adminPort }, 'the rule-generation service is listening');
  },
});
