import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, RequestHandler } from 'express';
import { pinoHttp } from 'pino-http';
import type { Logger } from '../log.js';
import { routeOf } from '../route-pattern.js';
import { requestIdOf } from './request-id.js';

const noted = new WeakMap<IncomingMessage, object>();

/** Adds fields to the request's access line, such as the caller's id or the trace's. Never a credential. */
export function noteOnAccessLine(req: IncomingMessage, fields: object): void {
  noted.set(req, { ...noted.get(req), ...fields });
}

/** Logs one line per request at the end of its answer: route, status, duration and added fields. */
export function accessLine(log: Logger): RequestHandler {
  const line = (req: IncomingMessage, _res: ServerResponse, fields: object): object => ({
    ...fields,
    route: routeOf(req as Request),
    ...noted.get(req),
  });
  const message = (_req: IncomingMessage, res: ServerResponse): string =>
    res.writableEnded ? 'request completed' : 'request aborted';
  return pinoHttp({
    logger: log,
    genReqId: (req) => requestIdOf(req),
    customAttributeKeys: { reqId: 'requestId', responseTime: 'durationMs' },
    quietReqLogger: true,
    // Neither headers nor the query, since both carry credentials (cookies, sign-in codes).
    serializers: {
      req: (req: { method: string; url: string; remoteAddress?: string }) => ({
        method: req.method,
        path: req.url.split('?', 1)[0],
        remoteAddress: req.remoteAddress,
      }),
      res: (res: { statusCode: number }) => ({ status: res.statusCode }),
    },
    customLogLevel: (req) => (req.url === '/healthz' || req.url === '/readyz' ? 'debug' : 'info'),
    customSuccessObject: line,
    // The cause of a 5xx has a line of its own, written where the error became an answer.
    customErrorObject: (req, res, _error, { err: _same, ...fields }: { err?: unknown }) => line(req, res, fields),
    customSuccessMessage: message,
    customErrorMessage: message,
  });
}
