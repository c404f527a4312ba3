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
import { createAwsProvider, loadCollectors } from './aws/aws-provider.js';
import { type WorkerConfig, workerSettings } from './config.js';
import { createScanQueue } from './scans/scan-queue.js';
import { startScanWorker } from './worker/scan-worker.js';
import { createWorkerMetrics } from './worker/worker-metrics.js';

const NAME = 'tripline-scan-worker';

/** Starts a scan worker: it takes scans from the queue and listens on nothing but ADMIN_PORT, for health and metrics. */
async function main(config: WorkerConfig): Promise<void> {
  await loadCollectors();
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
  const metrics = createMetrics(NAME);
  const queue = createScanQueue({ redis, log });

  const host = config.NODE_ENV === 'development' ? '127.0.0.1' : undefined;
  const admin = await startServer(createAdminApp(metrics), { port: config.ADMIN_PORT, host });
  lifecycle.addServer(admin);
  const worker = startScanWorker({
    db,
    log,
    redis,
    queue,
    cloud: createAwsProvider(config, log),
    metrics: createWorkerMetrics(metrics, () => queue.depth()),
    callsAtOnce: config.LIMIT_SCAN_CALLS_AT_ONCE,
    stallSeconds: config.LIMIT_SCAN_STALL_SECONDS,
    concurrency: config.WORKER_CONCURRENCY,
  });
  lifecycle.onStop('scans', () => worker.close());
  log.info({ adminPort: admin.port, concurrency: config.WORKER_CONCURRENCY }, 'the scan worker is working');
}

/** Ending a scan of an account with hundreds of thousands of detections is one statement over all of them. */
const STATEMENT_MS = 120_000;

try {
  await main(loadConfig(workerSettings, process.env));
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : String((error as Error).stack)}\n`);
  process.exit(1);
}
