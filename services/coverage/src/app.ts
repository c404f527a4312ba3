import { type Auth, createEventStreams, deletedMeanwhile, localCounts, scopesOf } from '@tripline/auth';
import {
  compressAnswers,
  createDocsRouter,
  createHttpApp,
  type Knex,
  type Logger,
  type Metrics,
  type Redis,
} from '@tripline/service';
import { type Express, type RequestHandler, Router } from 'express';
import { createAccountRouter } from './accounts/account-routes.js';
import { createActorRouter } from './actors/actor-routes.js';
import { describeCoverageApi, operations } from './api-description.js';
import { createChangeRouter } from './changes/change-routes.js';
import type { Clouds } from './cloud/provider.js';
import type { CoverageConfig } from './config.js';
import { createCoverageRouter } from './coverage/coverage-routes.js';
import { createSightRouter } from './coverage/sights/sight-routes.js';
import { createDetectionRouter } from './detections/detection-routes.js';
import type { RuleReader } from './detections/rule-reader.js';
import { createRulesClient } from './detections/rules-client.js';
import { errorBody } from './error-body.js';
import { createExclusionRouter } from './exclusions/exclusion-routes.js';
import { createGapWorkRouter } from './gap-work/gap-work-routes.js';
import { createKeysRouter } from './keys/key-routes.js';
import { createSubscriberLimit } from './limits/subscriber-limit.js';
import { createMatrixRouter } from './matrix/matrix-routes.js';
import { createOrganizationRouter } from './organizations/organization-routes.js';
import { createOverrideRouter } from './overrides/override-routes.js';
import { createProofRouter } from './proof/proof-routes.js';
import { createReportRouter } from './report/report-routes.js';
import { observeBacklog } from './scans/scan-backlog.js';
import { createScanQueue } from './scans/scan-queue.js';
import { createScanRouter } from './scans/scan-routes.js';
import { createScanWatch } from './scans/scan-watch.js';
import { createSiemConnector } from './siems/connection/siem-connector.js';
import type { ExportReader } from './siems/reading/export-reader.js';
import { createSiemRouter } from './siems/siem-routes.js';
import { createVisibilityRouter } from './visibility/visibility-routes.js';
import { createWebhookRouter } from './webhooks/webhook-routes.js';

/** Prefix of every path of the API (API document, "Base address"). */
export const API_PREFIX = '/api/v1/public';

/** What the app of the coverage service needs. The code that creates these also closes them. */
export interface CoverageAppDeps {
  readonly config: CoverageConfig;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly db: Knex;
  readonly redis: Redis;
  readonly auth: Auth;
  readonly clouds: Clouds;
  readonly ruleReader: RuleReader;
  readonly exportReader: ExportReader;
  /** Answers `/readyz`. */
  readonly readiness: RequestHandler;
  /** Aborted when the process begins to shut down. */
  readonly draining: AbortSignal;
  /** Aborted when the process accepts no more calls. */
  readonly closing: AbortSignal;
}

/** Builds the app of the coverage service; it does not listen on a port. */
export function createCoverageApp(deps: CoverageAppDeps): Express {
  const { auth, config, db, draining, log, metrics, readiness, redis } = deps;
  observeBacklog(metrics, db);
  return createHttpApp({
    log,
    metrics,
    draining,
    config,
    errorBody,
    readiness,
    mount(app) {
      app.use(createDocsRouter(describeCoverageApi(config.PUBLIC_URL, API_PREFIX)));
      app.use(
        createSubscriberLimit({
          auth,
          redis,
          metrics,
          keylessCalls: config.LIMIT_KEYLESS_CALLS_PER_HOUR,
          scopeOf: scopesOf(operations, API_PREFIX),
          prefix: API_PREFIX,
        }),
      );
      app.use(API_PREFIX, createApi(deps));
      app.use(deletedMeanwhile);
    },
  });
}

/** The resources of the API, below its prefix. */
function createApi(deps: CoverageAppDeps): Router {
  const { auth, clouds, config, db, exportReader, log, redis } = deps;
  const queue = createScanQueue({ redis, log });
  const { OWN_CREDENTIAL_ACCOUNTS: ownCredentialAccounts, RULES_URL: rulesUrl } = config;
  const api = Router({ caseSensitive: true });
  // Their answers hold secrets, so they come before answers are compressed: beside a caller's input their length would tell of the secret.
  api.use(createKeysRouter({ auth }));
  api.use(createWebhookRouter({ auth, config, db }));
  api.use(compressAnswers());
  api.use(createAccountRouter({ db, clouds, once: auth.once, ownCredentialAccounts }));
  api.use(createScanRouter({ db, log, clouds, queue, ...watchingScans(deps) }));
  api.use(createOrganizationRouter({ db, log, clouds, queue }));
  api.use(createCoverageRouter({ db }));
  api.use(createSightRouter({ db }));
  api.use(createMatrixRouter({ db }));
  api.use(createVisibilityRouter({ db }));
  api.use(createDetectionRouter({ db, fetchRule: createRulesClient(rulesUrl), ruleReader: deps.ruleReader }));
  api.use(createActorRouter({ db }));
  api.use(createChangeRouter({ db }));
  api.use(createProofRouter({ db }));
  api.use(createReportRouter({ db }));
  api.use(createExclusionRouter({ db }));
  api.use(createGapWorkRouter({ db }));
  api.use(createOverrideRouter({ db }));
  api.use(createSiemRouter({ db, exportReader, connector: createSiemConnector({ db, exportReader, config }) }));
  return api;
}

/** What callers who follow a scan need. */
function watchingScans({ auth, closing, config, db, log, metrics, redis }: CoverageAppDeps) {
  return {
    watch: createScanWatch(db, log),
    once: auth.once,
    watchCaller: auth.watchCaller,
    streams: createEventStreams({
      redis,
      log,
      countedLocally: localCounts(metrics),
      most: config.LIMIT_STREAMS_PER_USER,
    }),
    closing,
  };
}
