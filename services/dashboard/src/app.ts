import type { ServerResponse } from 'node:http';
import { createHttpApp, type HttpAppOptions, NotFoundError } from '@tripline/service';
import type { Express, Request, RequestHandler } from 'express';
import sirv from 'sirv';
import type { DashboardConfig } from './config.js';
import { errorBody } from './error-body.js';
import { createProxies } from './proxies.js';

/** What the server is made of. */
export interface DashboardAppOptions extends Pick<HttpAppOptions, 'log' | 'metrics' | 'readiness' | 'draining'> {
  readonly config: DashboardConfig;
  /** The folder of the built page. */
  readonly page: string;
}

/** Everything comes from this origin, and nothing is inline. Queries are coloured and charts are drawn without either. */
const POLICY = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  // A picture that the page draws itself, to be saved, has an address of this kind.
  'img-src': ["'self'", 'blob:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'form-action': ["'self'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
  'object-src': ["'none'"],
};

/** Builds the app: the page, what the page must know, and both APIs below the same origin. */
export function createDashboardApp({ config, page, ...parts }: DashboardAppOptions): Express {
  const { COVERAGE_URL, PUBLIC_COVERAGE_URL = COVERAGE_URL, PUBLIC_RULES_URL, RULES_URL } = config;
  return createHttpApp({
    ...parts,
    config,
    errorBody,
    contentSecurityPolicy: POLICY,
    mount(app) {
      const builtFile = sirv(page, { ...PRECOMPRESSED, setHeaders: cached('no-cache') });
      app.use(createProxies({ rulesUrl: RULES_URL, coverageUrl: COVERAGE_URL, log: parts.log }));
      app.get('/config.json', (_req, res) => {
        res.json({
          rulesUrl: (PUBLIC_RULES_URL ?? RULES_URL).replace(/\/+$/, ''),
          coverageUrl: `${PUBLIC_COVERAGE_URL.replace(/\/+$/, '')}/api/v1/public`,
        });
      });
      // A file of an earlier release is gone. The page must not come in its place: a browser would take it for a script.
      app.use(
        '/assets',
        sirv(`${page}/assets`, { ...PRECOMPRESSED, setHeaders: cached('public, max-age=31536000, immutable') }),
        nothingThere,
      );
      app.get(/.*/, builtFile, (req, res, next) => {
        if (isNavigation(req)) {
          // Every other address is one of the page's own, which finds out itself whether there is anything.
          req.url = '/index.html';
          builtFile(req, res, next);
        } else nothingThere(req, res, next);
      });
    },
  });
}

/** Over the header that every other answer has. */
const cached = (value: string) => (res: ServerResponse) => void res.setHeader('Cache-Control', value);

/** The build wrote each file in both forms as well. */
const PRECOMPRESSED = { brotli: true, gzip: true, etag: true };

/**
 * Whether somebody opens an address. A browser that does asks for HTML, whatever the address looks like: that of a sub-technique ends in `.006`. Who takes
 * anything, as a script's tag and curl do, gets the page too, unless the address ends as the name of a file does.
 */
const isNavigation = ({ headers: { accept = '*/*' }, path }: Request): boolean =>
  accept.includes('text/html') || (accept.includes('*/*') && !/\.[a-z]\w*$/i.test(path));

const nothingThere: RequestHandler = (req) => {
  throw new NotFoundError(`There is nothing at ${req.originalUrl.slice(0, 200)}.`);
};
