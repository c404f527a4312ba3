import type { Auth } from '@tripline/auth';
import { createHttpApp, type Knex, type Logger, type Metrics, type Redis } from '@tripline/service';
import type { Express } from 'express';
import { createAccountsRouter } from './accounts/account-routes.js';
import { createProfileRouter } from './accounts/profile-routes.js';
import { createAdminRouter } from './admin/admin-routes.js';
import { createApiKeysRouter } from './api-keys/api-key-routes.js';
import type { RulesConfig } from './config.js';
import { errorBody } from './envelope.js';

/** What the rules service's app stands on; whoever builds it also closes it. */
export interface RulesAppDeps {
  readonly config: RulesConfig;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly db: Knex;
  readonly redis: Redis;
  readonly auth: Auth;
  /** Aborted when the process begins to stop. */
  readonly draining: AbortSignal;
}

/** Builds the rule-generation service's app, without a port. */
export function createRulesApp(deps: RulesAppDeps): Express {
  const { auth, config, db, redis } = deps;
  return createHttpApp({
    log: deps.log,
    metrics: deps.metrics,
    draining: deps.draining,
    config,
    errorBody,
    checks: { database: () => db.raw('select 1'), redis: () => redis.ping() },
    mount(app) {
      if (config.BUILTIN_ACCOUNTS) app.use(createAccountsRouter({ auth, publicUrl: config.PUBLIC_URL }));
      app.use(createProfileRouter({ auth, config }));
      app.use(createApiKeysRouter({ auth }));
      app.use(createAdminRouter({ auth, adminToken: config.ADMIN_TOKEN }));
    },
  });
}
