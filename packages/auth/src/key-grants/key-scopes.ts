import { routeOf, UNMATCHED } from '@tripline/service';
import type { Request } from 'express';

/** What a key can be narrowed to. */
export const KEY_SCOPES = [
  'generate',
  'convert',
  'rules:read',
  'rules:write',
  'coverage:read',
  'coverage:write',
  'scans:run',
] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** The scope that the operation of a request needs; undefined where the path or its method is none of the service's. */
export type ScopeOf = (req: Request) => KeyScope | undefined;

/** An operation as far as scopes go: those that take a key have one. */
interface ScopedOperation {
  readonly method: string;
  readonly path: string;
  readonly scope?: KeyScope | undefined;
}

/**
 * Looks the scope of a request up in the service's own list of operations, which declares it beside the credential.
 * @param prefix begins every path, and is left out of the operations'
 */
export function scopesOf(operations: readonly ScopedOperation[], prefix = ''): ScopeOf {
  const scopes = new Map<string, Map<string, KeyScope | undefined>>();
  for (const { method, path, scope } of operations) {
    const pattern = anonymous(prefix + path);
    scopes.set(pattern, (scopes.get(pattern) ?? new Map()).set(method.toUpperCase(), scope));
  }
  return (req) => {
    const route = routeOf(req);
    if (route === UNMATCHED) return undefined;
    const methods = scopes.get(anonymous(route));
    // Nobody has said what it needs, so no narrowed key may have it.
    if (methods === undefined) throw new Error(`${route} takes API keys and is not among the operations`);
    return methods.get(req.method === 'HEAD' ? 'GET' : req.method);
  };
}

/** A path without the names of its parameters, which routes and operations write differently. */
const anonymous = (path: string): string => path.replace(/:\w+|\{\w+\}/g, '{}');
