import type { Auth } from '@tripline/auth';
import { createHttpApp, type Knex, type Logger, type Metrics, type Redis } from '@tripline/service';
import type { Express } from 'express';
import type { CoverageConfig } from './config.js';
import { errorBody } from './error-body.js';

/** Begins every path of the API (API document, "Base address"). */
export const API_PREFIX = '/api/v1/public';

/** What the coverage service's app stands on; whoever builds it also closes it. */
export interface CoverageAppDeps {
  readonly config: CoverageConfig;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly db: Knex;
  readonly redis: Redis;
  readonly auth: Auth;
  /** Aborted when the process begins to stop. */
  readonly draining: AbortSignal;
}

/** Builds the coverage service's app, without a port. */
export function createCoverageApp(deps: CoverageAppDeps): Express {
  const { config, db, redis } = deps;
  return createHttpApp({
    log: deps.log,
    metrics: deps.metrics,
    draining: deps.draining,
    config,
    errorBody,
    checks: { database: () => db.raw('select 1'), redis: () => redis.ping() },
    mount() {},
  });
}
