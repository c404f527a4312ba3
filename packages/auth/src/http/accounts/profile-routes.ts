import { defineRoutes, endpoint, UnauthorizedError } from '@tripline/service';
import type { Request, Router } from 'express';
import type { Auth } from '../../auth.js';
import type { OwnerScope } from '../../callers/owner-scope.js';
import { scopeOf } from '../../callers/owner-scope.js';
import { callerOf } from '../../callers/request-caller.js';
import { actorOf } from '../../guards/middleware.js';
import type { CallsPerMinute } from '../../limits/call-limit.js';
import { type SeatConfig, seatLimit } from '../../teams/seats.js';
import type { Tier } from '../../tiers/tier.js';
import { tierLimits } from '../../tiers/tier.js';
import type { Succeed } from '../succeed.js';
import { accountOperations } from './account-operations.js';
import type { Profile } from './account-resources.js';

/** Finds how many bytes an owner stores, and how many one of this tier may. */
export type FindStorage = (
  scope: OwnerScope,
  tier: Tier,
) => Promise<Pick<Profile['storage'], 'usedBytes' | 'limitBytes'>>;

/** What the profile routes need. */
export interface ProfileRouterDeps {
  readonly auth: Pick<Auth, 'requireCaller' | 'profile' | 'quota' | 'places' | 'deletion'>;
  readonly callsPerMinute: CallsPerMinute;
  readonly seats: SeatConfig;
  readonly findStorage: FindStorage;
  readonly succeed: Succeed;
}

type ReadProfile = (req: Request) => Promise<Profile>;

/** Reads who the caller is, what they may do, and how much of it is used. */
function profileReader(
  auth: Pick<Auth, 'profile' | 'quota' | 'places'>,
  deps: Pick<ProfileRouterDeps, 'callsPerMinute' | 'seats' | 'findStorage'>,
): ReadProfile {
  return async (req) => {
    const caller = callerOf(req);
    const [profile, usage, work, storage] = await Promise.all([
      auth.profile.find(caller),
      auth.quota.usage(caller),
      auth.places.read(caller.userId),
      deps.findStorage(scopeOf(req), caller.tier),
    ]);
    if (profile === undefined) throw new UnauthorizedError('The account of this token has been deleted.');
    const limits = tierLimits(caller.tier);
    return {
      id: caller.userId,
      email: caller.email,
      emailVerified: caller.emailVerified,
      name: profile.name,
      tier: caller.ownTier,
      effectiveTier: caller.tier,
      limits: {
        activeKeys: limits.activeKeys,
        generationsPerDay: usage.credential.limit,
        generationsPerDayPerKey: limits.generationsPerDayPerKey,
        generationsPerDayAllCredentials: usage.user.limit,
        readsPerMinute: deps.callsPerMinute.reads,
        changesPerMinute: deps.callsPerMinute.changes,
        workPerMinute: deps.callsPerMinute.work,
        requestsAtWork: limits.requestsAtWork,
        engineSecondsPerHour: limits.engineSecondsPerHour,
        teamSeats: seatLimit(deps.seats, caller.tier),
      },
      usage: {
        generationsToday: usage.credential.used,
        generationsTodayAllCredentials: usage.user.used,
        requestsAtWork: work.atWork,
        requestsWaiting: work.waiting,
        engineSecondsThisHour: Math.ceil(work.engineTime.usedMs / 1000),
      },
      team: profile.team === null || caller.teamRole === undefined ? null : { ...profile.team, role: caller.teamRole },
      storage: { owner: caller.teamId === undefined ? 'user' : 'team', ...storage },
      createdAt: profile.createdAt,
    };
  };
}

/** `/v1/me`: who the caller is and what they may do, and the end of their account; with an access token only. */
export function createProfileRouter({ auth, succeed, ...deps }: ProfileRouterDeps): Router {
  const guard = [auth.requireCaller({ accept: ['jwt'], ownAccount: true })];
  const readMe = profileReader(auth, deps);
  return defineRoutes([
    endpoint(accountOperations.getProfile, {
      guard,
      handle: async (_input, req, res) => succeed(res, await readMe(req)),
    }),
    endpoint(accountOperations.updateProfile, {
      guard,
      handle: async ({ body }, req, res) => {
        if (body.name !== undefined) await auth.profile.setName(callerOf(req), body.name?.trim() || null);
        succeed(res, await readMe(req));
      },
    }),
    endpoint(accountOperations.deleteAccount, {
      guard,
      handle: async ({ body }, req, res) => {
        await auth.deletion.deleteOwn(callerOf(req), body.password, actorOf(req));
        succeed(res, { message: 'Your account has been deleted.' });
      },
    }),
  ]);
}
