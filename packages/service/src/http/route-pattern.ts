import type { IncomingMessage } from 'node:http';
import type { Application, Request, RequestHandler } from 'express';

const noted = new WeakMap<IncomingMessage, string>();

/** Middleware in front of a path's handlers that remembers the pattern the request has matched, with what its router is mounted at. */
export function noteRoute(pattern: string): RequestHandler {
  return (req, _res, next) => {
    noted.set(req, `${req.baseUrl}${pattern}`);
    next();
  };
}

/** What {@link routeOf} says of a path that no route takes. */
const UNMATCHED = '(unmatched)';

/**
 * The pattern of the route a request asks for, such as `/v1/rules/:key`; never the path, which carries ids. A request that was answered before it
 * reached its route (by a limit, for example) is looked up in the app's routes.
 */
export function routeOf(req: Request): string {
  const known = noted.get(req);
  if (known !== undefined) return known;
  const path = req.originalUrl.split('?', 1)[0] ?? '';
  const found = search((req.app as Application & { router: Stack }).router, path) ?? UNMATCHED;
  noted.set(req, found);
  return found;
}

/** The part of Express's router that tells which of its routes takes a path. */
interface Stack {
  readonly stack?: readonly Layer[];
}

interface Layer {
  /** The part of a path that the layer takes, or false. */
  match(path: string): false | { readonly path: string };
  readonly route?: { readonly path: string };
  readonly handle: Stack;
}

function search({ stack = [] }: Stack, path: string): string | undefined {
  for (const layer of stack) {
    if (layer.route === undefined && layer.handle.stack === undefined) continue;
    const taken = match(layer, path);
    if (taken === false) continue;
    if (layer.route !== undefined) return layer.route.path;
    const inside = search(layer.handle, path.slice(taken.path.length) || '/');
    if (inside !== undefined) return `${taken.path}${inside}`;
  }
  return undefined;
}

/** A path whose percent escapes are broken is no route's. */
function match(layer: Layer, path: string): false | { readonly path: string } {
  try {
    return layer.match(path);
  } catch {
    return false;
  }
}
