import { AppError, ForbiddenError, noteOnAccessLine } from '@tripline/service';
import type { Request, RequestHandler } from 'express';
import { requireFactorOfTeam } from '../factors/required-factor.js';
import type { CountCall } from '../limits/call-limit.js';
import { type Feature, TIERS, type Tier, tierLimits, tierReaches } from '../tiers/tier.js';
import type { Authenticate } from './authenticate.js';
import type { Caller } from './caller.js';

const callers = new WeakMap<Request, Caller>();

/** The caller that `requireCaller` found. @throws Error when the route has no such guard, which is our own fault */
export function callerOf(req: Request): Caller {
  const caller = callers.get(req);
  if (caller === undefined) throw new Error(`${req.method} ${req.path} reads its caller but requires none`);
  return caller;
}

/** Which kinds of credential a route takes. */
export interface CallerRequirement {
  accept: readonly Caller['kind'][];
  /** Whether the call uses the engine: such calls have a count of their own. */
  work?: boolean;
  /** Open to members without the second factor that their team requires: what is their own account's, and enrolling one. */
  ownAccount?: boolean;
}

/**
 * Middleware that admits only authenticated callers: 401 without a valid credential, 429 beyond the calls a minute where they are counted,
 * 403 for an API key where only a token is allowed, 403 for a key whose user has fallen to `free`, and 403 without the second factor that the
 * caller's team requires.
 */
export function createRequireCaller(
  authenticate: Authenticate,
  options: { countCall?: CountCall | undefined; trustsProvider: boolean },
): (needs: CallerRequirement) => RequestHandler {
  const { countCall, trustsProvider } = options;
  return ({ accept, ownAccount = false, work = false }) =>
    async (req, res, next) => {
      const caller = await identify(authenticate, req);
      // A long answer checks its caller again, which does not count as another call.
      if (!callers.has(req)) await countCall?.(caller, work, req, res);
      admit(caller, accept);
      if (!ownAccount) requireFactorOfTeam(caller, trustsProvider);
      callers.set(req, caller);
      next();
    };
}

/** The caller for the log: ids, and the public part of the key. */
const named = (caller: Caller): object => ({
  userId: caller.userId,
  credential: caller.kind,
  ...(caller.kind === 'api-key' ? { keyPrefix: caller.keyPrefix } : {}),
  ...(caller.teamId === undefined ? {} : { teamId: caller.teamId }),
});

async function identify(authenticate: Authenticate, req: Request): Promise<Caller> {
  const caller = await authenticate(req.headers);
  noteOnAccessLine(req, { caller: named(caller) });
  return caller;
}

function admit(caller: Caller, accept: CallerRequirement['accept']): void {
  if (!accept.includes(caller.kind)) {
    throw new ForbiddenError(
      caller.kind === 'api-key'
        ? 'An API key cannot be used here; sign in and send the access token.'
        : 'An access token cannot be used here; send an API key.',
    );
  }
  if (caller.kind === 'api-key' && caller.tier === 'free') {
    throw new ForbiddenError('API keys need a paid tier, and the tier of this key\'s owner is now "free".');
  }
}

/** How often a stream checks that its caller still has access. */
const WATCH_MS = 30_000;

/** Whether a caller still has the access that `requireCaller` found at the beginning of the request. */
export interface CallerWatch {
  /** Aborted with the refusal once the credential is no longer valid. */
  readonly refused: AbortSignal;
  stop(): void;
}

/**
 * Checks a request's credential every 30 s until stopped, for long answers. A check that fails by our own fault (the database is away)
 * refuses nobody.
 */
export function createWatchCaller(
  authenticate: Authenticate,
  { trustsProvider }: { trustsProvider: boolean },
): (req: Request) => CallerWatch {
  return (req) => {
    const controller = new AbortController();
    const timer = setInterval(() => {
      const { kind } = callerOf(req);
      identify(authenticate, req)
        .then((caller) => {
          admit(caller, [kind]);
          requireFactorOfTeam(caller, trustsProvider);
        })
        .catch((error: unknown) => {
          if (error instanceof AppError && error.status < 500) controller.abort(error);
        });
    }, WATCH_MS);
    return { refused: controller.signal, stop: () => clearInterval(timer) };
  };
}

/** Middleware behind `requireCaller`: 403 unless the effective tier is `needed` or above. */
export function requireTier(needed: Tier): RequestHandler {
  return (req, _res, next) => {
    const { tier } = callerOf(req);
    if (!tierReaches(tier, needed)) {
      throw new ForbiddenError(`This needs the tier "${needed}" or above; yours is "${tier}".`);
    }
    next();
  };
}

/** Middleware behind `requireCaller`: 403 unless the effective tier includes the feature. */
export function requireFeature(feature: Feature): RequestHandler {
  const lowest = TIERS.find((tier) => tierLimits(tier).features.includes(feature)) ?? 'enterprise';
  return requireTier(lowest);
}

/** Middleware behind `requireCaller`: 403 until the caller's e-mail address is verified. */
export const requireVerifiedEmail: RequestHandler = (req, _res, next) => {
  if (!callerOf(req).emailVerified) {
    throw new ForbiddenError(
      'Your e-mail address must be verified first: follow the link in the mail sent at registration, or have your identity provider say so.',
    );
  }
  next();
};

/** The actor for the audit log: the caller with the request's address and program. */
export function actorOf(req: Request) {
  const { userId, email, teamId } = callerOf(req);
  return { id: userId, email, teamId, ...originOf(req) };
}

/** The client's address (behind the trusted proxies) and program. */
export function originOf(req: Request): { ip: string | undefined; userAgent: string | undefined } {
  return { ip: req.ip, userAgent: req.get('user-agent') };
}
