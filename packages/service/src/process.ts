import type { RequestHandler } from 'express';
import type { ObjectSchema } from 'joi';
import { ConfigError, loadConfig, type ProcessConfig } from './config.js';
import { readinessHandler } from './health.js';
import { startServer } from './http/server.js';
import { createLifecycle, type Lifecycle, stopOnSignals } from './lifecycle.js';
import { createLog, type Logger } from './log.js';
import { createAdminApp, createMetrics, type Metrics } from './metrics.js';
import { storeChecks } from './store/checks.js';
import type { MigrationSet } from './store/migrations.js';
import { createDatabase, type Knex } from './store/postgres.js';
import { createRedis, type Redis, type RedisRole } from './store/redis.js';

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
  /** Where servers listen: every address, but on a developer's machine, where anyone may register, nobody else is let in. */
  readonly host: string | undefined;
  /** The port of health and metrics, which are served already. */
  readonly adminPort: number;
}

/**
 * Runs a process: settings, log, graceful stop on signals, Postgres, Redis, and health and metrics on ADMIN_PORT. A process that cannot start says
 * why on standard error and exits 1.
 */
export async function runProcess<Config extends ProcessConfig & { ADMIN_PORT: number }>(
  spec: ProcessSpec<Config>,
): Promise<void> {
  try {
    await start(spec, loadConfig(spec.settings, process.env));
  } catch (error) {
    process.stderr.write(`${error instanceof ConfigError ? error.message : String((error as Error).stack)}\n`);
    process.exit(1);
  }
}

async function start<Config extends ProcessConfig & { ADMIN_PORT: number }>(
  { name, redisRole, run, schemas, statementTimeoutMs }: ProcessSpec<Config>,
  config: Config,
): Promise<void> {
  const log = createLog({ name, level: config.LOG_LEVEL });
  const lifecycle = createLifecycle(log, config.LIMIT_SHUTDOWN_SECONDS);
  stopOnSignals(lifecycle, log);
  const db = createDatabase({
    url: config.DATABASE_URL,
    connections: config.LIMIT_DATABASE_CONNECTIONS,
    applicationName: name,
    ...(statementTimeoutMs === undefined ? {} : { statementTimeoutMs }),
  });
  lifecycle.onStop('database', () => db.destroy());
  const redis = createRedis({ url: config.REDIS_URL, role: redisRole, name, log });
  lifecycle.onStop('redis', async () => redis.disconnect());
  const metrics = createMetrics(name);
  const host = config.NODE_ENV === 'development' ? '127.0.0.1' : undefined;
  const checks = storeChecks({ db, redis, schemas });
  const readiness = readinessHandler({ checks, draining: lifecycle.draining, log });
  const admin = await startServer(createAdminApp(metrics, readiness), { port: config.ADMIN_PORT, host });
  lifecycle.addServer(admin);
  await run({ config, log, lifecycle, db, redis, metrics, readiness, host, adminPort: admin.port });
}
