import type { IncomingMessage } from 'node:http';
import type { Application, Request, RequestHandler } from 'express';

const noted = new WeakMap<IncomingMessage, string>();

/** Middleware before a path's handlers that stores the matched pattern, with its router's mount path. */
export function noteRoute(pattern: string): RequestHandler {
  return (req, _res, next) => {
    noted.set(req, `${req.baseUrl}${pattern}`);
    next();
  };
}

/** The result of {@link routeOf} for a path without a route. */
export const UNMATCHED = '(unmatched)';

/**
 * The pattern of a request's route, such as `/v1/rules/:key`; never the path, which has ids. A request that was answered before its route
 * (by a limit, for example) is looked up in the app's routes.
 */
export function routeOf(req: Request): string {
  const cached = noted.get(req);
  if (cached !== undefined) return cached;
  const path = req.originalUrl.split('?', 1)[0] ?? '';
  const found = search((req.app as Application & { router: Stack }).router, path) ?? UNMATCHED;
  noted.set(req, found);
  return found;
}

/** The part of Express's router that says which route takes a path. */
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

/** A path with broken percent escapes matches no route. */
function match(layer: Layer, path: string): false | { readonly path: string } {
  try {
    return layer.match(path);
  } catch {
    return false;
  }
}
