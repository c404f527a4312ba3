import { ServerResponse } from 'node:http';
import { type Logger, logFailure, requestIdOf, UnavailableError } from '@tripline/service';
import type { Request, RequestHandler } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { errorBody } from './error-body.js';

/** The two APIs behind this origin. */
export interface ProxyOptions {
  readonly rulesUrl: string;
  readonly coverageUrl: string;
  readonly log: Logger;
}

/** Longer than either service lets a call take that is silent: a stream shows signs of life every few seconds. */
const SILENCE_MS = 180_000;
const RETRY_SECONDS = 5;

/**
 * Passes calls below `/v1/` to the rules service and below `/api/v1/public/` to the coverage service, and nothing else. Bodies and answers
 * are passed as they come, so streams stay streams; the services themselves bound what they accept.
 */
export const createProxies = ({ coverageUrl, log, rulesUrl }: ProxyOptions): RequestHandler[] => [
  proxy('/v1/', 'the rules service', rulesUrl, log),
  proxy('/api/v1/public/', 'the coverage service', coverageUrl, log),
];

function proxy(prefix: string, name: string, target: string, log: Logger): RequestHandler {
  const pass = createProxyMiddleware({
    target,
    // The services count calls by address; TRUST_PROXY tells them how many proxies to believe.
    xfwd: true,
    proxyTimeout: SILENCE_MS,
    on: {
      // One id in the logs of both.
      proxyReq: (toService, req) => toService.setHeader('x-request-id', requestIdOf(req as Request)),
      error(error, req, res) {
        const requestId = requestIdOf(req as Request);
        const failure = new UnavailableError(`${capital(name)} cannot be reached; try again shortly.`, RETRY_SECONDS, {
          cause: error,
        });
        logFailure(log, failure, { requestId, path: prefix });
        if (!(res instanceof ServerResponse) || res.headersSent) res.destroy();
        else {
          res.writeHead(failure.status, { ...failure.headers, 'content-type': 'application/json; charset=utf-8' });
          res.end(JSON.stringify(errorBody(failure, requestId)));
        }
      },
    },
  });
  return (req, res, next) => {
    if (req.url.startsWith(prefix)) void pass(req, res, next);
    else next();
  };
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
