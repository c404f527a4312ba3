import { createAuth } from '@tripline/auth';
import { runProcess } from '@tripline/service';
import { createCoverageApp } from './app.js';
import { coverageSettings } from './config.js';
import { createRuleReader } from './detections/rule-reader.js';
import { errorBody } from './error-body.js';
import { createClouds } from './providers/clouds.js';
import { createExportReader } from './siems/reading/export-reader.js';
import { coverageSchemas } from './store/schemas.js';

/** The service's HTTP process: the API on PORT, health and metrics on ADMIN_PORT. It adds scans to the queue and never runs one. */
await runProcess({
  name: 'tripline-coverage',
  settings: coverageSettings,
  redisRole: 'api',
  schemas: coverageSchemas,
  async run({ adminPort, config, db, lifecycle, listen, log, metrics, readiness, redis }) {
    const { closing, draining } = lifecycle;
    const auth = createAuth({ db, redis, config, log, metrics, keyHeader: 'x-api-key' });
    lifecycle.onStop('auth', () => auth.close());
    const ruleReader = createRuleReader({
      threads: config.LIMIT_READER_THREADS,
      seconds: config.LIMIT_READER_SECONDS,
      memoryMb: config.LIMIT_READER_MEMORY_MB,
    });
    lifecycle.onStop('rule reader', () => ruleReader.close());
    const exportReader = createExportReader({
      threads: config.LIMIT_READER_THREADS,
      seconds: config.LIMIT_READER_SECONDS,
      memoryMb: config.LIMIT_IMPORT_MEMORY_MB,
    });
    lifecycle.onStop('export reader', () => exportReader.close());
    const app = createCoverageApp({
      config,
      log,
      metrics,
      db,
      redis,
      auth,
      clouds: await createClouds(config, log),
      ruleReader,
      exportReader,
      readiness,
      draining,
      closing,
    });
    const port = await listen(app, { port: config.PORT, errorBody });
    log.info({ port, adminPort }, 'the coverage service is listening');
  },
});
