import express, { type Express, type RequestHandler } from 'express';
import { healthHandler } from '../health.js';
import type { Metrics } from '../observe/metrics.js';

/** The app of the admin port: `/metrics` for Prometheus, `/healthz` and `/readyz`. It is never exposed to users. */
export function createAdminApp(metrics: Metrics, instanceId: string, readiness: RequestHandler): Express {
  const app = express();
  app.disable('x-powered-by');
  app.get('/healthz', healthHandler(instanceId));
  app.get('/readyz', readiness);
  app.get('/metrics', async (_req, res) => {
    res.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  return app;
}
