import type { RequestListener } from 'node:http';
import type { Express, RequestHandler } from 'express';
import type { ObjectSchema } from 'joi';
import { ConfigError, loadConfig } from './config.js';
import { readinessHandler } from './health.js';
import type { ErrorBody } from './http/error-edge.js';
import type { PortChoice } from './http/ports.js';
import { startServer } from './http/server.js';
import { createLifecycle, type Lifecycle, logWarnings, stopOnSignals } from './lifecycle.js';
import { createLog, type Logger } from './log.js';
import { createAdminApp } from './observe/admin-app.js';
import { createMetrics, type Metrics } from './observe/metrics.js';
import { observePool } from './observe/pool-metrics.js';
import { startTracing } from './observe/start-tracing.js';
import type { HttpConfig, ProcessConfig } from './settings/process-settings.js';
import { storeChecks } from './store/checks.js';
import type { MigrationSet } from './store/migrations.js';
import { createDatabase, type Knex } from './store/postgres.js';
import { createRedis, type Redis, type RedisRole } from './store/redis.js';

/** What a process is told beside its own settings; one that answers callers also how long it drains. */
type RunConfig = ProcessConfig & Pick<HttpConfig, 'ADMIN_PORT'> & Partial<Pick<HttpConfig, 'DRAIN_SECONDS'>>;

/** What every process of ours is, before what it does. */
export interface ProcessSpec<Config> {
  /** Names it in logs, metrics, `pg_stat_activity` and Redis. */
  readonly name: string;
  readonly settings: ObjectSchema<Config>;
  readonly redisRole: RedisRole;
  /** What it finds in Postgres: with less than this release's steps it is not ready. */
  readonly schemas: readonly MigrationSet[];
  /** Longest a statement may run, in milliseconds; see `createDatabase`. */
  readonly statementTimeoutMs?: number;
  /** Starts what the process is for. */
  run(parts: ProcessParts<Config>): Promise<void>;
}

/** What a process stands on; all of it is closed when the process stops, after what `run` registered. */
export interface ProcessParts<Config> {
  readonly config: Config;
  readonly log: Logger;
  readonly lifecycle: Lifecycle;
  readonly db: Knex;
  readonly redis: Redis;
  readonly metrics: Metrics;
  /** Answers `/readyz`, which the admin port has already. */
  readonly readiness: RequestHandler;
  /** Serves an app until the process stops; `errorBody` is its envelope for requests that cannot be read. Gives the port in use. */
  listen(app: RequestListener, options: { port: PortChoice; errorBody: ErrorBody }): Promise<number>;
  /** The app of the admin port, which has health and metrics already; what else an operator looks at may be added. */
  readonly adminApp: Express;
  /** The port of health and metrics, which are served already. */
  readonly adminPort: number;
}

/** What a process tells the one that started it, as a message over Node's IPC channel, once it works. */
export interface ProcessReport {
  readonly instanceId: string;
  readonly adminPort: number;
  /** Where its API listens; a worker has none. */
  readonly port?: number;
}

/**
 * Runs a process: settings, log, graceful stop on signals, Postgres, Redis, and health and metrics on ADMIN_PORT. Once it works it reports where it
 * listens to its parent, when that is a Node.js process with a channel to it ({@link ProcessReport}). A process that cannot start says why on
 * standard error and exits 1.
 */
export async function runProcess<Config extends RunConfig>(spec: ProcessSpec<Config>): Promise<void> {
  try {
    await start(spec, loadConfig(spec.settings, process.env));
  } catch (error) {
    process.stderr.write(`${error instanceof ConfigError ? error.message : String((error as Error).stack)}\n`);
    process.exit(1);
  }
}

/** A probe or a scrape takes less. */
const ADMIN_CLOSE_MS = 500;

async function start<Config extends RunConfig>(
  { name, redisRole, run, schemas, statementTimeoutMs }: ProcessSpec<Config>,
  config: Config,
): Promise<void> {
  const log = createLog({ name, level: config.LOG_LEVEL });
  const lifecycle = createLifecycle(log, {
    drainSeconds: config.DRAIN_SECONDS ?? 0,
    shutdownSeconds: config.LIMIT_SHUTDOWN_SECONDS,
  });
  lifecycle.onStop('traces', await startTracing(config, { name, log }));
  logWarnings(log);
  stopOnSignals(lifecycle, log);
  const db = createDatabase({
    url: config.DATABASE_URL,
    connections: config.LIMIT_DATABASE_CONNECTIONS,
    applicationName: name,
    ...(statementTimeoutMs === undefined ? {} : { statementTimeoutMs }),
  });
  const redis = createRedis({ url: config.REDIS_URL, role: redisRole, name, log });
  const metrics = createMetrics(name);
  observePool(metrics, db);
  // Every address, but on a developer's machine, where anyone may register, nobody else is let in.
  const host = config.NODE_ENV === 'development' ? '127.0.0.1' : undefined;
  const checks = storeChecks({ db, redis, schemas });
  const readiness = readinessHandler({ checks, draining: lifecycle.draining, log, metrics });
  const adminApp = createAdminApp(metrics, config.INSTANCE_ID, readiness);
  const admin = await startServer(adminApp, { port: config.ADMIN_PORT, host });
  // Closed last: while the rest stops, it says so.
  lifecycle.onStop('health and metrics', () => admin.close(ADMIN_CLOSE_MS));
  lifecycle.onStop('database', () => db.destroy());
  lifecycle.onStop('redis', async () => redis.disconnect());
  let report: ProcessReport = { instanceId: config.INSTANCE_ID, adminPort: admin.port };
  const listen: ProcessParts<Config>['listen'] = async (app, options) => {
    const server = await startServer(app, { ...options, host });
    lifecycle.addServer(server);
    report = { ...report, port: server.port };
    return server.port;
  };
  await run({ config, log, lifecycle, db, redis, metrics, readiness, listen, adminApp, adminPort: admin.port });
  // A parent that has gone meanwhile needs no report.
  process.send?.(report, () => undefined);
}
