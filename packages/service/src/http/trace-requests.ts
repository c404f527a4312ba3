import type { RequestHandler } from 'express';
import { routeOf } from '../route-pattern.js';
import { traceBackend, traced, traceFields } from '../trace.js';
import { noteOnAccessLine } from './access-line.js';
import { requestIdOf } from './request-id.js';

/**
 * Makes a span per request, named by its method and route, around all its work. A caller's `traceparent` is believed only behind proxies,
 * which set or remove it; a stranger's could choose what is sampled. Does nothing when traces are off.
 */
export function traceRequests({ believeCallers }: { readonly believeCallers: boolean }): RequestHandler {
  return (req, res, next) => {
    if (traceBackend() === undefined || req.path === '/healthz' || req.path === '/readyz') {
      next();
      return;
    }
    const given = believeCallers ? req.headers['traceparent'] : undefined;
    const attributes = { 'http.request.method': req.method, 'tripline.request_id': requestIdOf(req) };
    const options = { kind: 'server', attributes, ...(typeof given === 'string' ? { parent: given } : {}) } as const;
    void traced(req.method, options, async (span) => {
      noteOnAccessLine(req, traceFields());
      const ended = new Promise<void>((resolve) => res.once('close', resolve));
      next();
      await ended;
      const route = routeOf(req);
      span.rename(`${req.method} ${route}`);
      span.set({ 'http.route': route, 'http.response.status_code': res.statusCode });
      if (res.statusCode >= 500) span.set({ 'error.type': String(res.statusCode) });
    });
  };
}
