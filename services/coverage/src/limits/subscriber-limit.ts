import {
  type Auth,
  addressSubject,
  type Caller,
  knownCaller,
  requireFeature,
  type ScopeOf,
  tierLimits,
} from '@tripline/auth';
import { AppError, type Metrics, type Redis, TooManyRequestsError } from '@tripline/service';
import type { RequestHandler, Response } from 'express';
import { createHourlyCount, type HourlyUse } from './hourly-count.js';

/** The subject a call is counted for, and its calls per hour. */
interface Subject {
  readonly name: string;
  readonly limit: number;
}

/** What the limit needs. */
export interface SubscriberLimitDeps {
  readonly auth: Pick<Auth, 'requireCaller'>;
  readonly redis: Redis;
  readonly metrics: Metrics;
  /** Calls per hour from one address without a valid key. */
  readonly keylessCalls: number;
  /** The scope that each operation needs of an API key. */
  readonly scopeOf: ScopeOf;
  /** Prefix of the paths that need a credential. */
  readonly prefix: string;
}

/**
 * Middleware in front of every route of the API. It checks who calls (401), whether their API key is good for
 * this, and from here (403), whether their tier includes this service (403), and whether
 * calls are left in this hour (429). Every answer of the routes behind it carries `X-RateLimit-Limit`, `-Remaining` and `-Reset`. A
 * subscriber (the user, or the team for its members) has one count over all keys and processes. Calls that are refused are counted by
 * address, and that count never blocks a valid key. A subscriber who is refused is shown their own count, which stays as it is.
 */
export function createSubscriberLimit(deps: SubscriberLimitDeps): RequestHandler {
  const identify = deps.auth.requireCaller({ accept: ['api-key', 'jwt'], scopeOf: deps.scopeOf });
  const needsCoverage = requireFeature('coverage');
  const { count, read } = createHourlyCount(deps);
  return async (req, res, next) => {
    let refusal: unknown;
    try {
      await identify(req, res, () => undefined);
      needsCoverage(req, res, () => undefined);
    } catch (error) {
      refusal = error;
    }
    const caller = knownCaller(req);
    const subscriber = caller === undefined ? undefined : subscriberOf(caller);
    const subject: Subject =
      refusal === undefined && subscriber !== undefined
        ? subscriber
        : { name: `address:${addressSubject(req.ip)}`, limit: deps.keylessCalls };
    const use = await count(subject.name);
    const { used, resetsAt } = use;
    const isOver = used > subject.limit;
    // A caller with a valid key who may not do this gets this error even if their address has used up its calls.
    const mayNot = refusal instanceof AppError && refusal.status === 403;
    const isRefused = refusal !== undefined && inApi(req.path, deps.prefix) && (mayNot || !isOver);
    if (isRefused && subscriber !== undefined) showUse(res, subscriber, await read(subscriber.name));
    else showUse(res, subject, use);
    if (isRefused) throw refusal;
    if (isOver) {
      const seconds = resetsAt - Date.now() / 1000;
      throw new TooManyRequestsError(
        `All ${subject.limit} calls of this hour are used up; the next hour begins in ${Math.ceil(seconds / 60)} minute(s).`,
        seconds,
      );
    }
    next();
  };
}

function showUse(res: Response, { limit }: Subject, { resetsAt, used }: HourlyUse): void {
  res.setHeader('X-RateLimit-Limit', limit);
  res.setHeader('X-RateLimit-Remaining', Math.max(0, limit - used));
  res.setHeader('X-RateLimit-Reset', resetsAt);
}

function subscriberOf({ teamId, userId, tier }: Caller): Subject {
  return {
    name: teamId === undefined ? `user:${userId}` : `team:${teamId}`,
    limit: tierLimits(tier).coverageCallsPerHour,
  };
}

const inApi = (path: string, prefix: string): boolean => path === prefix || path.startsWith(`${prefix}/`);
