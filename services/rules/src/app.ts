import { type Auth, deletedMeanwhile, findEmails, requireTeamRole, requireTeamTier, scopesOf } from '@tripline/auth';
import { createAuditRouter, createIdentityRouter, type IdentityRouterDeps } from '@tripline/auth/http';
import { fetchDocument } from '@tripline/fetch';
import {
  compressAnswers,
  createDocsRouter,
  createHttpApp,
  type Knex,
  type Logger,
  type Metrics,
} from '@tripline/service';
import type { Express, RequestHandler } from 'express';
import { createAnalyticsRouter } from './analytics/analytics-routes.js';
import { describeRulesApi } from './api-description.js';
import { createBulkRouter } from './bulk/bulk-routes.js';
import { createCatalogueRouter } from './catalogue/catalogue-routes.js';
import { callsPerMinute, type RulesConfig } from './config.js';
import { createConversionRouter } from './conversion/conversion-routes.js';
import type { Engine } from './engine/engine-pool.js';
import { createWorkplace } from './engine/workplace.js';
import { errorBody, succeed } from './envelope.js';
import type { FetchDocument } from './generation/draft-input.js';
import { createGenerationGate } from './generation/generation-gate.js';
import { createGenerationMetrics } from './generation/generation-metrics.js';
import { createGenerationRouter } from './generation/generation-routes.js';
import { observedFetch } from './generation/observed-fetch.js';
import { operations } from './operations.js';
import { createPipelineRouter } from './pipelines/pipeline-routes.js';
import { createBinRouter } from './rules/bin-routes.js';
import { createExportRouter } from './rules/export-routes.js';
import { createRefresh } from './rules/fresh-conversions.js';
import { createRuleRouter } from './rules/rule-routes.js';
import { createSiemRouter } from './siems/siem-routes.js';
import { storageLimit } from './storage/storage-config.js';
import { findStoredBytes } from './storage/storage-store.js';
import { createTeamRuleRouter } from './team-rules/team-rule-routes.js';
import { createWebhookRouter } from './webhooks/webhook-routes.js';

/** What the rules service's app needs; its creator also closes it. */
export interface RulesAppDeps {
  readonly config: RulesConfig;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly db: Knex;
  readonly auth: Auth;
  readonly engine: Engine;
  /** Answers `/readyz`. */
  readonly readiness: RequestHandler;
  /** Aborted when the process begins to stop. */
  readonly draining: AbortSignal;
}

/** Builds the rule-generation service's app, without a port. */
export function createRulesApp(deps: RulesAppDeps): Express {
  const { auth, config, db, engine, log } = deps;
  const keyOrToken = { accept: ['api-key', 'jwt'], scopeOf: scopesOf(operations) } as const;
  const guard = [auth.requireCaller(keyOrToken)];
  const workGuard = [auth.requireCaller({ ...keyOrToken, work: true })];
  const session = auth.requireCaller({ accept: ['jwt'] });
  const member = [session, requireTeamTier, requireTeamRole()];
  const administrator = [session, requireTeamTier, requireTeamRole(['owner', 'admin'])];
  const workplace = createWorkplace({ engine, places: auth.places, log });
  const refreshFor = createRefresh({ db, workplace });
  const emailsOf = (userIds: readonly string[]) => findEmails(db, userIds);
  return createHttpApp({
    log: deps.log,
    metrics: deps.metrics,
    draining: deps.draining,
    config,
    errorBody,
    readiness: deps.readiness,
    mount(app) {
      // Before answers are compressed, since their answers hold secrets.
      const findStorage = findStorageIn(db, config);
      app.use(createIdentityRouter({ auth, config, callsPerMinute: callsPerMinute(config), findStorage, succeed }));
      app.use(createWebhookRouter({ db, config, session }));
      app.use(createDocsRouter(describeRulesApi(config.PUBLIC_URL)));
      app.use(compressAnswers());
      app.use(createCatalogueRouter());
      app.use(createSiemRouter({ db, session, member }));
      app.use(createConversionRouter({ db, workplace, guard: workGuard }));
      app.use(createPipelineRouter({ db, workplace, guard, workGuard, emailsOf, storage: config, once: auth.once }));
      // Before the rules, where `/v1/rules/:key` would take `export`, `bulk` and `bin` for keys.
      app.use(createBulkRouter({ db, guard, once: auth.once }));
      app.use(createBinRouter({ db, guard, emailsOf, storage: config }));
      app.use(createExportRouter({ db, workplace, guard: workGuard }));
      app.use(createRuleRouter({ db, workplace, guard, workGuard, emailsOf, refreshFor, storage: config }));
      app.use(createTeamRuleRouter({ db, guard: member, emailsOf, refreshFor, storage: config }));
      app.use(createAnalyticsRouter({ db, guard: member }));
      app.use(createAuditRouter({ db, log, guard: administrator, places: auth.places, succeed }));
      app.use(
        createGenerationRouter({
          db,
          log,
          guard,
          once: auth.once,
          workGuard,
          emailsOf,
          refreshFor,
          gate: createGenerationGate({ workplace, quota: auth.quota }),
          metrics: createGenerationMetrics(deps.metrics),
          watchCaller: auth.watchCaller,
          fetchDocument: observedFetch(deps.metrics, fetchWithin(config)),
          documentRetentionDays: config.DOCUMENT_RETENTION_DAYS,
          storage: config,
        }),
      );
      app.use(deletedMeanwhile);
    },
  });
}

/** What the profile says of storage: the rules service is the one that stores. */
const findStorageIn =
  (db: Knex, config: RulesConfig): IdentityRouterDeps['findStorage'] =>
  async (scope, tier) => ({
    usedBytes: await findStoredBytes(scope, db),
    limitBytes: storageLimit(config, tier),
  });

/** Fetches documents from where the operator lets it. */
const fetchWithin =
  ({ FETCH_ALLOW_HOSTS, FETCH_DENY_NETWORKS }: RulesConfig): FetchDocument =>
  (url, signal) =>
    fetchDocument(url, { allowHosts: FETCH_ALLOW_HOSTS, denyNetworks: FETCH_DENY_NETWORKS, signal });
