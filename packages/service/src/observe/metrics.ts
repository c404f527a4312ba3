import type { RequestHandler } from 'express';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { routeOf } from '../route-pattern.js';

/** A process's Prometheus registry; services register their own metrics on it. */
export interface Metrics {
  readonly registry: Registry;
  /** Middleware that times each request by method, route pattern and status. */
  readonly observeRequests: RequestHandler;
}

/** The methods that may be label values; callers can send any text as a method. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Creates the registry with the request histogram. Every series has the process's name as `process`, since the label `service` belongs to
 * Prometheus's own configuration (Kubernetes' Service).
 */
export function createMetrics(process: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ process });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its answer, in seconds.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  const observeRequests: RequestHandler = (req, res, next) => {
    const stop = duration.startTimer();
    res.once('close', () => {
      const method = METHODS.has(req.method) ? req.method : 'other';
      stop({ method, route: routeOf(req), status: String(res.statusCode) });
    });
    next();
  };
  return { registry, observeRequests };
}

/**
 * Adds Node's own metrics: processor, memory, event loop, garbage collection. What measures them runs and keeps the registry until the process ends, so
 * a process calls this once.
 */
export function observeNode({ registry }: Metrics): void {
  collectDefaultMetrics({ register: registry });
}
