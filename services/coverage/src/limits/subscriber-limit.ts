import { type Auth, addressSubject, callerOf, requireFeature, type ScopeOf, tierLimits } from '@tripline/auth';
import { ForbiddenError, type Metrics, type Redis, TooManyRequestsError } from '@tripline/service';
import type { RequestHandler } from 'express';
import { createHourlyCount } from './hourly-count.js';

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
 * subscriber (the user, or the team for its members) has one count over all keys and processes. Calls without a valid key are counted by
 * address, and that count never blocks a valid key.
 */
export function createSubscriberLimit(deps: SubscriberLimitDeps): RequestHandler {
  const identify = deps.auth.requireCaller({ accept: ['api-key', 'jwt'], scopeOf: deps.scopeOf });
  const needsCoverage = requireFeature('coverage');
  const count = createHourlyCount(deps);
  return async (req, res, next) => {
    let refusal: unknown;
    try {
      await identify(req, res, () => undefined);
      needsCoverage(req, res, () => undefined);
    } catch (error) {
      refusal = error;
    }
    const subject: Subject =
      refusal === undefined
        ? subscriberOf(callerOf(req))
        : { name: `address:${addressSubject(req.ip)}`, limit: deps.keylessCalls };
    const { used, resetsAt } = await count(subject.name);
    res.setHeader('X-RateLimit-Limit', subject.limit);
    res.setHeader('X-RateLimit-Remaining', Math.max(0, subject.limit - used));
    res.setHeader('X-RateLimit-Reset', resetsAt);
    // A caller with a valid key who may not do this gets this error even if their address has used up its calls.
    if (refusal instanceof ForbiddenError && inApi(req.path, deps.prefix)) throw refusal;
    if (used > subject.limit) {
      const seconds = resetsAt - Date.now() / 1000;
      throw new TooManyRequestsError(
        `All ${subject.limit} calls of this hour are used up; the next hour begins in ${Math.ceil(seconds / 60)} minute(s).`,
        seconds,
      );
    }
    if (refusal !== undefined && inApi(req.path, deps.prefix)) throw refusal;
    next();
  };
}

function subscriberOf({ teamId, userId, tier }: ReturnType<typeof callerOf>): Subject {
  return {
    name: teamId === undefined ? `user:${userId}` : `team:${teamId}`,
    limit: tierLimits(tier).coverageCallsPerHour,
  };
}

const inApi = (path: string, prefix: string): boolean => path === prefix || path.startsWith(`${prefix}/`);
