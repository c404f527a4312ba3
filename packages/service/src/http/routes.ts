import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { AnySchema, ObjectSchema } from 'joi';
import { BadRequestError, MethodNotAllowedError } from '../errors.js';
import type { Operation } from '../openapi/operation.js';
import { type TypeOf, uuid } from '../openapi/resource.js';
import { noteRoute } from '../route-pattern.js';
import { validate } from '../validate.js';
import { createJsonReader } from './json-body.js';
import { readQuery, refuseQuery } from './query.js';
import { uuidParam } from './uuid-param.js';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
type Method = (typeof METHODS)[number];

/** Path pattern → method → its handlers, run in order. */
type RouteTable = Readonly<Record<string, Partial<Record<Method, readonly RequestHandler[]>>>>;

/**
 * A router from a table of paths. Every path answers its methods; any other is 405 with an exact `Allow`. A path therefore belongs to one
 * table, and a literal path comes before a pattern that would also match it.
 */
export function routeTable(table: RouteTable): Router {
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

/** The type of an operation's query; without one, every parameter is refused. */
type QueryOf<O> = O extends { readonly query: infer Q extends AnySchema } ? TypeOf<Q> : Record<string, never>;
/** The type of an operation's path parameters. */
type ParamsOf<O> = O extends { readonly params: infer P extends Readonly<Record<string, AnySchema>> }
  ? { readonly [Name in keyof P]: TypeOf<P[Name]> }
  : Record<never, never>;
/** The type of an operation's JSON body; undefined where it has none or takes one of several. */
type BodyOf<O> = O extends { readonly body: infer B extends AnySchema } ? TypeOf<B> : undefined;

/**
 * What an operation does. Path, method, query and body are the operation's, so that a request is checked by what is documented. Order of
 * checks: guards, then path and query, `find`, the body, then `handle`.
 */
interface Answering<O extends Operation, Found> {
  /** Who may call: credential, kind of credential, tier, role. Runs before anything of the request is checked. */
  readonly guard?: readonly RequestHandler[];
  /** Largest body in bytes. */
  readonly bodyLimitBytes?: number;
  /** What `handle` reads of the request by itself, such as a body whose bytes are signed. */
  readonly readsItself?: 'body' | 'query';
  /** Finds what the path names and checks whether this caller may act on it, before the body is checked. */
  find?(req: Request, params: ParamsOf<O>): Promise<Found>;
  handle(
    input: {
      readonly params: ParamsOf<O>;
      readonly query: QueryOf<O>;
      readonly body: BodyOf<O>;
      readonly found: Found;
    },
    req: Request,
    res: Response,
  ): Promise<void> | void;
}

/** An operation with the handlers that answer it, run in order. */
export interface Endpoint {
  readonly operation: Pick<Operation, 'method' | 'path'>;
  readonly handlers: readonly RequestHandler[];
}

const DEFAULT_BODY_LIMIT_BYTES = 65_536;

/** Answers an operation; {@link defineRoutes} makes a router of it. */
export function endpoint<const O extends Operation, Found = undefined>(
  operation: O,
  { bodyLimitBytes = DEFAULT_BODY_LIMIT_BYTES, guard = [], readsItself, ...spec }: Answering<O, Found>,
): Endpoint {
  const querySchema = readsItself === 'query' ? undefined : operation.query;
  const bodySchema = readsItself === 'body' ? undefined : objectBodyOf(operation);
  const readJson = createJsonReader(bodyLimitBytes);
  const run: RequestHandler = async (req, res) => {
    if (querySchema === undefined && readsItself !== 'query') refuseQuery(req.originalUrl);
    const query = (querySchema === undefined ? {} : readQuery(req.originalUrl, querySchema)) as QueryOf<O>;
    const params = readParams(operation, req) as ParamsOf<O>;
    const found = (await spec.find?.(req, params)) as Found;
    const body = (bodySchema === undefined ? undefined : validate(bodySchema, await readJson(req, res))) as BodyOf<O>;
    await spec.handle({ params, query, body, found }, req, res);
  };
  return { operation, handlers: [...guard, run] };
}

/** The path parameters, each as its schema has it. @throws BadRequestError naming the parameter and what was sent */
function readParams({ params = {} }: Operation, req: Request): object {
  const read = Object.entries(params).map(([name, schema]) => {
    if (schema === uuid) return [name, uuidParam(req, name)];
    const given = String(req.params[name]);
    const { error, value } = schema.validate(given, { errors: { label: false } });
    // A number has one form: `01` is not the same path as `1`.
    const fault = error?.message ?? (String(value) === given ? undefined : `is written ${value}`);
    if (fault === undefined) return [name, value];
    throw new BadRequestError(`"${given.slice(0, 64)}" is no ${name}: it ${fault}.`, {
      details: [{ path: name, message: `${name} ${fault}` }],
    });
  });
  return Object.fromEntries(read);
}

/** The schema of a body that is one object. */
function objectBodyOf({ body, id }: Operation): ObjectSchema | undefined {
  if (body === undefined) return undefined;
  if (!Array.isArray(body) && (body as AnySchema).type === 'object') return body as ObjectSchema;
  throw new Error(`the handler of ${id} must read the body itself, which is a list or one of several`);
}

/** A router of endpoints. All methods of a path belong to one router, since any other is 405 with an exact `Allow`. */
export function defineRoutes(endpoints: readonly Endpoint[]): Router {
  const table: Record<string, Partial<Record<Method, readonly RequestHandler[]>>> = {};
  const parameters = ({ operation: { path } }: Endpoint): number => path.split('{').length;
  // A literal path comes before a pattern that would also match it.
  for (const { handlers, operation } of [...endpoints].sort((a, b) => parameters(a) - parameters(b))) {
    const path = operation.path.replaceAll('{', ':').replaceAll('}', '');
    if (table[path]?.[operation.method] !== undefined) throw new Error(`${operation.method} ${path} is answered twice`);
    table[path] = { ...table[path], [operation.method]: handlers };
  }
  return routeTable(table);
}
