import { AppError, ForbiddenError, noteOnAccessLine } from '@tripline/service';
import type { Request, RequestHandler } from 'express';
import type { Caller } from '../callers/caller.js';
import {
  admissionOf,
  type CallerRequirement,
  callerOf,
  isAdmitted,
  noteAdmitted,
  noteKnown,
} from '../callers/request-caller.js';
import { requireFactorOfTeam } from '../factors/required-factor.js';
import { refuseBeyond } from '../key-grants/key-grant.js';
import type { CallLimit } from '../limits/call-limit.js';
import { type Feature, TIERS, type Tier, tierLimits, tierReaches } from '../tiers/tier.js';
import type { Authenticate } from './authenticate.js';

/**
 * Middleware that lets only authenticated callers through: 401 without a valid credential, then for an API key 401 where it has expired, 403 where it may not be used from
 * the client's address or lacks the operation's scope, then 429 beyond the calls a minute, where they are counted, then 403 for an API key where
 * only a token goes, for one whose user has fallen to `free`, and without the second factor that the caller's team requires. Who is refused by the
 * bounds of the key sees the count, which stays as it is: a key in wrong hands uses up nothing of its owner's.
 */
export function createRequireCaller(
  authenticate: Authenticate,
  options: { callLimit?: CallLimit | undefined; trustsProvider: boolean },
): (needs: CallerRequirement) => RequestHandler {
  const { callLimit, trustsProvider } = options;
  return (needs) => async (req, res, next) => {
    const caller = await identify(authenticate, req);
    const call = { caller, isWork: needs.work ?? false, req, res };
    try {
      holdToBounds(caller, req, needs);
    } catch (refusal) {
      await callLimit?.show(call);
      throw refusal;
    }
    // A long answer has its caller checked again, which is not another call.
    if (!isAdmitted(req)) await callLimit?.count(call);
    admit(caller, needs);
    if (!needs.ownAccount) requireFactorOfTeam(caller, trustsProvider);
    noteAdmitted(req, { caller, needs });
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
  noteKnown(req, caller);
  noteOnAccessLine(req, { caller: named(caller) });
  return caller;
}

function holdToBounds(caller: Caller, req: Request, needs: CallerRequirement): void {
  if (caller.kind === 'jwt') return;
  refuseBeyond(caller, req.ip, 'scopeOf' in needs ? () => needs.scopeOf(req) : undefined);
}

function admit(caller: Caller, needs: CallerRequirement): void {
  if (caller.kind !== 'api-key') return;
  if (!('scopeOf' in needs)) {
    throw new ForbiddenError('An API key cannot be used here; sign in and send the access token.');
  }
  if (caller.tier === 'free') {
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
    const { needs } = admissionOf(req);
    const timer = setInterval(() => {
      identify(authenticate, req)
        .then((caller) => {
          holdToBounds(caller, req, needs);
          admit(caller, needs);
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
function requireTier(needed: Tier): RequestHandler {
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
      'Your e-mail address must be verified first: follow the link in the mail sent at registration, or have your identity provider say so in the claim email_verified.',
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
