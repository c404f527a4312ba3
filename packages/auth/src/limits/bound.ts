import { TooManyRequestsError } from '@tripline/service';
import type { Response } from 'express';

/** What a bound counts, as in `X-RateLimit-Resource`. */
type BoundedResource = 'reads' | 'changes' | 'work' | 'requests-at-work' | 'engine-seconds' | 'generations';

/** A bound on a user's use, and what is left of it. */
export interface Bound {
  readonly resource: BoundedResource;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the count begins again. */
  readonly resetSeconds: number;
}

const shown = new WeakMap<Response, Bound>();

/** Writes a bound into an answer's headers, unless they already show one with a smaller share left. */
export function showBound(res: Response, bound: Bound): void {
  const other = shown.get(res);
  if (res.headersSent || (other !== undefined && shareLeft(other) <= shareLeft(bound))) return;
  shown.set(res, bound);
  res.set(rateHeaders(bound));
}

/** The refusal of a call whose bound is used up: 429, `Retry-After` with the reset, and the bound in its headers. */
export function boundReached(bound: Omit<Bound, 'remaining'>, message: string): TooManyRequestsError {
  return new TooManyRequestsError(message, bound.resetSeconds, { headers: rateHeaders({ ...bound, remaining: 0 }) });
}

const shareLeft = ({ limit, remaining }: Bound): number => (limit === 0 ? 0 : remaining / limit);

function rateHeaders({ resource, limit, remaining, resetSeconds }: Bound): Record<string, string> {
  return {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(Math.max(0, Math.floor(remaining))),
    'X-RateLimit-Reset': String(Math.ceil(Date.now() / 1000 + resetSeconds)),
    'X-RateLimit-Resource': resource,
  };
}
