import { runProcess } from '@tripline/service';
import { startWebhookWorker } from '@tripline/webhooks';
import { workerSettings } from './config.js';
import { startGapRuleWorker } from './gap-rules/gap-rule-worker.js';
import { createClouds, loadClouds } from './providers/clouds.js';
import { createScanQueue } from './scans/scan-queue.js';
import { startScheduledImports } from './siems/connection/scheduled-imports.js';
import { createSiemConnector } from './siems/connection/siem-connector.js';
import { createExportReader } from './siems/reading/export-reader.js';
import { coverageSchemas } from './store/schemas.js';
import { startReadingWorker } from './techniques-read/reading-worker.js';
import { startScanWorker } from './worker/scan-worker.js';
import { createWorkerMetrics } from './worker/worker-metrics.js';

/** A scan worker: it takes scans from the queue, and what the rules service tells of rules for gaps and of what was read from others, calls webhooks, and imports the rules of SIEMs by schedule. It listens only on ADMIN_PORT, for health and metrics. */
await runProcess({
  name: 'tripline-scan-worker',
  settings: workerSettings,
  redisRole: 'worker',
  schemas: coverageSchemas,
  // Ending a scan of an account with hundreds of thousands of detections is one statement over all of them.
  statementTimeoutMs: 120_000,
  async run({ adminPort, config, db, lifecycle, log, metrics, redis }) {
    await loadClouds();
    const queue = createScanQueue({ redis, log });
    const worker = startScanWorker({
      db,
      log,
      redis,
      queue,
      clouds: await createClouds(config, log),
      metrics: createWorkerMetrics(metrics, () => queue.depth()),
      callsAtOnce: config.LIMIT_SCAN_CALLS_AT_ONCE,
      stallSeconds: config.LIMIT_SCAN_STALL_SECONDS,
      concurrency: config.WORKER_CONCURRENCY,
    });
    lifecycle.onStop('scans', () => worker.close());
    const gapRules = startGapRuleWorker({ db, log, redis });
    lifecycle.onStop('gap rules', () => gapRules.close());
    const readings = startReadingWorker({ db, log, redis });
    lifecycle.onStop('techniques read', () => readings.close());
    const webhooks = startWebhookWorker({ db, log, redis, metrics, config, schema: 'coverage' });
    lifecycle.onStop('webhooks', () => webhooks.close());
    const exportReader = createExportReader({
      threads: config.LIMIT_READER_THREADS,
      seconds: config.LIMIT_READER_SECONDS,
      memoryMb: config.LIMIT_IMPORT_MEMORY_MB,
    });
    const connector = createSiemConnector({ db, exportReader, config });
    const imports = startScheduledImports({ db, log, connector });
    lifecycle.onStop('imports of SIEMs', () => imports.close());
    lifecycle.onStop('export reader', () => exportReader.close());
    log.info({ adminPort, concurrency: config.WORKER_CONCURRENCY }, 'the scan worker has started');
  },
});
