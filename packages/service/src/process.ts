import type { RequestListener } from 'node:http';
import type { Express, RequestHandler } from 'express';
import type { ObjectSchema } from 'joi';
import { ConfigError, loadConfig } from './config.js';
import { type ReadinessChecks, type ReadinessOptions, readinessHandler } from './health.js';
import { createAdminApp } from './http/admin-app.js';
import type { ErrorBody } from './http/error-edge.js';
import { startServer } from './http/server.js';
import { createLifecycle, type Lifecycle, logWarnings, stopOnSignals } from './lifecycle.js';
import { createLog, type Logger } from './log.js';
import { createMetrics, type Metrics, observeNode } from './observe/metrics.js';
import { observePool } from './observe/pool-metrics.js';
import { startTracing } from './observe/start-tracing.js';
import type { PortChoice } from './settings/ports.js';
import type { CommonConfig, HttpConfig, ProcessConfig } from './settings/process-settings.js';
import { storeChecks } from './store/checks.js';
import type { MigrationSet } from './store/migrations.js';
import { createDatabase, type Knex } from './store/postgres.js';
import { createRedis, type Redis, type RedisRole } from './store/redis.js';

/** Settings that every process has besides its own; a process that answers callers also has its times. */
type PortConfig = Pick<HttpConfig, 'ADMIN_PORT'> & Partial<Pick<HttpConfig, 'DRAIN_SECONDS' | 'LIMIT_SILENCE_SECONDS'>>;

/** What a process is, before what it does. */
interface ProcessSpec<Config> {
  /** Its name in logs, metrics, `pg_stat_activity` and Redis. */
  readonly name: string;
  readonly settings: ObjectSchema<Config>;
  readonly redisRole: RedisRole;
  /** Its schemas in Postgres; when a step of this release is missing there, the process is not ready. */
  readonly schemas: readonly MigrationSet[];
  /** Longest time of a statement, in milliseconds; see `createDatabase`. */
  readonly statementTimeoutMs?: number;
  /** Starts the process's own work. */
  run(parts: ProcessParts<Config>): Promise<void>;
}

/** A process that needs neither Postgres nor Redis. */
export interface StorelessProcessSpec<Config> {
  /** Its name in logs and metrics. */
  readonly name: string;
  readonly settings: ObjectSchema<Config>;
  /** What it depends on instead. */
  readonly checks: (config: Config) => ReadinessChecks;
  /** Starts the process's own work. */
  run(parts: StorelessProcessParts<Config>): Promise<void>;
}

/** What a process works with. All of it is closed when the process stops, after what `run` registered. */
interface ProcessParts<Config> extends StorelessProcessParts<Config> {
  readonly db: Knex;
  readonly redis: Redis;
}

/** What every process works with, see {@link ProcessParts}. */
interface StorelessProcessParts<Config> {
  readonly config: Config;
  readonly log: Logger;
  readonly lifecycle: Lifecycle;
  readonly metrics: Metrics;
  /** Answers `/readyz`; the admin port already uses it. */
  readonly readiness: RequestHandler;
  /** Serves an app until the process stops; `errorBody` is its envelope for unreadable requests. Gives the port in use. */
  listen(app: RequestListener, options: { port: PortChoice; errorBody: ErrorBody }): Promise<number>;
  /** The app of the admin port, which already has health and metrics; further pages for operators may be added. */
  readonly adminApp: Express;
  /** The port of health and metrics, which are already served. */
  readonly adminPort: number;
}

/** The message that a process sends over Node's IPC channel to the one that started it, once it works. */
export interface ProcessReport {
  readonly instanceId: string;
  readonly adminPort: number;
  /** The port of its API; a worker has none. */
  readonly port?: number;
}

/**
 * Runs a process: settings, log, graceful stop on signals, Postgres, Redis, and health and metrics on ADMIN_PORT. Once it works it reports
 * its ports to its parent, when that is a Node.js process with a channel to it ({@link ProcessReport}). A process that cannot start says
 * why on standard error and exits 1.
 */
export function runProcess<Config extends ProcessConfig & PortConfig>(spec: ProcessSpec<Config>): Promise<void> {
  return orSayWhyNot(() => start(spec, loadConfig(spec.settings, process.env)));
}

/** As {@link runProcess}, for a process without Postgres and Redis. */
export function runStorelessProcess<Config extends CommonConfig & PortConfig>(
  spec: StorelessProcessSpec<Config>,
): Promise<void> {
  return orSayWhyNot(async () => {
    const config = loadConfig(spec.settings, process.env);
    const frame = await openFrame(spec.name, config);
    const { report, ...served } = await serveAdmin(frame, config, { checks: spec.checks(config) });
    await spec.run({ config, ...frame, ...served });
    report();
  });
}

async function orSayWhyNot(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    process.stderr.write(`${error instanceof ConfigError ? error.message : String((error as Error).stack)}\n`);
    process.exit(1);
  }
}

/** Probes and scrapes take less. */
const ADMIN_CLOSE_MS = 500;

async function start<Config extends ProcessConfig & PortConfig>(
  { name, redisRole, run, schemas, statementTimeoutMs }: ProcessSpec<Config>,
  config: Config,
): Promise<void> {
  const frame = await openFrame(name, config);
  const { lifecycle, log, metrics } = frame;
  const db = createDatabase({
    url: config.DATABASE_URL,
    connections: config.LIMIT_DATABASE_CONNECTIONS,
    applicationName: name,
    ...(statementTimeoutMs === undefined ? {} : { statementTimeoutMs }),
  });
  const redis = createRedis({ url: config.REDIS_URL, role: redisRole, name, log });
  observePool(metrics, db);
  const { report, ...served } = await serveAdmin(frame, config, storeChecks({ db, redis, schemas }));
  lifecycle.onStop('database', () => db.destroy());
  lifecycle.onStop('redis', async () => redis.disconnect());
  await run({ config, ...frame, db, redis, ...served });
  report();
}

type Frame = Pick<ProcessParts<unknown>, 'log' | 'lifecycle' | 'metrics'>;

/** What every process has first: its log, its stop on signals, traces and metrics. */
async function openFrame(name: string, config: CommonConfig & PortConfig): Promise<Frame> {
  const log = createLog({ name, level: config.LOG_LEVEL });
  const lifecycle = createLifecycle(log, {
    drainSeconds: config.DRAIN_SECONDS ?? 0,
    shutdownSeconds: config.LIMIT_SHUTDOWN_SECONDS,
  });
  lifecycle.onStop('traces', await startTracing(config, { name, log }));
  logWarnings(log);
  stopOnSignals(lifecycle, log);
  const metrics = createMetrics(name);
  observeNode(metrics);
  return { log, lifecycle, metrics };
}

/** Serves health and metrics; `report` tells the parent the ports once the process works. */
async function serveAdmin(
  { lifecycle, log, metrics }: Frame,
  config: CommonConfig & PortConfig,
  checks: Pick<ReadinessOptions, 'checks' | 'dispensable'>,
): Promise<
  Pick<ProcessParts<unknown>, 'readiness' | 'listen' | 'adminApp' | 'adminPort'> & { readonly report: () => void }
> {
  // All addresses; but on a developer's machine, where anyone may register, only this machine's own.
  const host = config.NODE_ENV === 'development' ? '127.0.0.1' : undefined;
  const readiness = readinessHandler({ ...checks, draining: lifecycle.draining, log, metrics });
  const adminApp = createAdminApp(metrics, config.INSTANCE_ID, readiness);
  const admin = await startServer(adminApp, { port: config.ADMIN_PORT, host });
  // Closed last, so that it reports readiness while the rest stops.
  lifecycle.onStop('health and metrics', () => admin.close(ADMIN_CLOSE_MS));
  let found: ProcessReport = { instanceId: config.INSTANCE_ID, adminPort: admin.port };
  return {
    readiness,
    adminApp,
    adminPort: admin.port,
    async listen(app, options) {
      const server = await startServer(app, { ...options, host, silenceSeconds: config.LIMIT_SILENCE_SECONDS });
      lifecycle.addServer(server);
      found = { ...found, port: server.port };
      return server.port;
    },
    // A parent that has ended needs no report.
    report: () => void process.send?.(found, () => undefined),
  };
}
