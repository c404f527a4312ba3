import cors from 'cors';
import express, { type Express, type RequestHandler } from 'express';
import helmet from 'helmet';
import { NotFoundError } from '../errors.js';
import { healthHandler } from '../health.js';
import type { Logger } from '../log.js';
import type { Metrics } from '../observe/metrics.js';
import type { CommonConfig, HttpConfig } from '../settings/process-settings.js';
import { accessLine } from './access-line.js';
import { type ErrorBody, errorEdge } from './error-edge.js';
import { assignRequestId } from './request-id.js';
import { routeTable } from './routes.js';
import { traceRequests } from './trace-requests.js';

/** The parts of an HTTP app. */
export interface HttpAppOptions {
  log: Logger;
  config: Pick<HttpConfig & CommonConfig, 'TRUST_PROXY' | 'CORS_ORIGINS' | 'INSTANCE_ID'>;
  metrics: Metrics;
  /** The service's error envelope. */
  errorBody: ErrorBody;
  /** Answers `/readyz`; see `readinessHandler`. */
  readiness: RequestHandler;
  /** Aborted when the process begins to stop; answers then close their connection. */
  draining: AbortSignal;
  /** What the service's own pages may load, by directive; only Swagger UI's needs by default. */
  contentSecurityPolicy?: Readonly<Record<string, readonly string[]>>;
  /** Mounts the service's routers, between the common middleware and the handlers for 404 and errors. */
  mount(app: Express): void;
}

/** Builds the Express app every service shares, without a port. */
export function createHttpApp(options: HttpAppOptions): Express {
  const { config, draining, log, metrics } = options;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.set('case sensitive routing', true);
  app.set('trust proxy', config.TRUST_PROXY);
  app.use(assignRequestId);
  app.use(accessLine(log));
  app.use(traceRequests({ believeCallers: config.TRUST_PROXY > 0 }));
  app.use(metrics.observeRequests);
  // Browsers must not turn our pages' http addresses into https: the proxy decides whether there is TLS.
  const policy =
    options.contentSecurityPolicy === undefined
      ? { directives: { upgradeInsecureRequests: null } }
      : { useDefaults: false, directives: mutable(options.contentSecurityPolicy) };
  app.use(helmet({ contentSecurityPolicy: policy }));
  app.use((_req, res, next) => {
    // Answers belong to one tenant or one moment. Files of the docs page, which may be cached, set their own header.
    res.setHeader('Cache-Control', 'no-store');
    if (draining.aborted) res.setHeader('Connection', 'close');
    next();
  });
  if (config.CORS_ORIGINS.length > 0) {
    const allowListed = cors({
      origin: config.CORS_ORIGINS,
      credentials: true,
      exposedHeaders: [
        'X-Request-Id',
        'Retry-After',
        'X-RateLimit-Limit',
        'X-RateLimit-Remaining',
        'X-RateLimit-Reset',
        'X-RateLimit-Resource',
      ],
      maxAge: 600,
    });
    app.use((req, res, next) => {
      res.vary('Origin');
      // A request without an Origin is not from a browser, and its OPTIONS is not a preflight: the path answers it itself.
      if (req.headers.origin === undefined) next();
      else allowListed(req, res, next);
    });
  }
  app.use(
    routeTable({
      '/healthz': { get: [healthHandler(config.INSTANCE_ID)] },
      '/readyz': { get: [options.readiness] },
    }),
  );
  options.mount(app);
  app.use((req) => {
    throw new NotFoundError(`There is nothing at ${req.path.slice(0, 200)}.`);
  });
  app.use(errorEdge(log, options.errorBody));
  return app;
}

/** Helmet's type wants lists that it may change. */
const mutable = (policy: Readonly<Record<string, readonly string[]>>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(policy).map(([directive, sources]) => [directive, [...sources]]));
