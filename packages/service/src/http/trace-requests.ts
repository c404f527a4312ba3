import type { RequestHandler } from 'express';
import { traceBackend, traced, traceFields } from '../observe/trace.js';
import { noteOnAccessLine } from './access-line.js';
import { requestIdOf } from './request-id.js';
import { routeOf } from './route-pattern.js';

/**
 * A span per request, named by its method and route, around all the work for it. A caller's `traceparent` is believed where proxies are: they set
 * it or take it out, while a stranger's could choose what is sampled. With traces off there is nothing to do.
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
