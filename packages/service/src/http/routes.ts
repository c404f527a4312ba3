import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { ObjectSchema } from 'joi';
import { MethodNotAllowedError } from '../errors.js';
import { validate } from '../validate.js';
import { createJsonReader } from './json-body.js';
import { readQuery, refuseQuery } from './query.js';
import { noteRoute } from './route-pattern.js';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
type Method = (typeof METHODS)[number];

/** Path pattern → method → its handlers, run in order. */
export type RouteTable = Readonly<Record<string, Partial<Record<Method, readonly RequestHandler[]>>>>;

/**
 * A router from a table of paths. Every path answers its methods; any other is 405 with an exact `Allow`. A path therefore belongs to one
 * table, and a literal path comes before a pattern that would also match it.
 */
export function defineRoutes(table: RouteTable): Router {
  const router = Router({ caseSensitive: true });
  for (const [path, methods] of Object.entries(table)) {
    const route = router.route(path).all(noteRoute(path));
    const allow: string[] = [];
    for (const method of METHODS) {
      const handlers = methods[method];
      if (handlers === undefined) continue;
      route[method](...handlers);
      allow.push(method.toUpperCase(), ...(method === 'get' ? ['HEAD'] : []));
    }
    route.all((req, res) => {
      if (req.method !== 'OPTIONS') throw new MethodNotAllowedError(req.method, allow);
      res.setHeader('Allow', allow.join(', '));
      res.status(204).end();
    });
  }
  return router;
}

/** An endpoint. Order of checks: guards, then path and query, `find`, the body, then `handle`. */
export interface Endpoint<Query, Body, Found = undefined> {
  /** Who may call: credential, kind of credential, tier, role. Runs before anything of the request is checked. */
  guard?: readonly RequestHandler[];
  /** Known query parameters; without it, every parameter is refused. */
  query?: ObjectSchema<Query>;
  /** The JSON body; without it, a body is not read. */
  body?: ObjectSchema<Body>;
  /** Largest body in bytes. */
  bodyLimitBytes?: number;
  /** Finds what the path names and checks whether this caller may act on it, before the body is checked. */
  find?(req: Request): Promise<Found>;
  handle(input: { query: Query; body: Body; found: Found }, req: Request, res: Response): Promise<void> | void;
}

const DEFAULT_BODY_LIMIT_BYTES = 65_536;

/** The handlers of one {@link Endpoint}, to be put into a {@link RouteTable}. */
export function endpoint<Query = Record<string, never>, Body = undefined, Found = undefined>(
  spec: Endpoint<Query, Body, Found>,
): readonly RequestHandler[] {
  const { query: querySchema, body: bodySchema } = spec;
  const readJson = createJsonReader(spec.bodyLimitBytes ?? DEFAULT_BODY_LIMIT_BYTES);
  const run: RequestHandler = async (req, res) => {
    if (querySchema === undefined) refuseQuery(req.originalUrl);
    const query = (querySchema === undefined ? {} : readQuery(req.originalUrl, querySchema)) as Query;
    const found = (await spec.find?.(req)) as Found;
    const body = (bodySchema === undefined ? undefined : validate(bodySchema, await readJson(req, res))) as Body;
    await spec.handle({ query, body, found }, req, res);
  };
  return [...(spec.guard ?? []), run];
}
