import { type Auth, actorOf, callerOf, scopeOf, seatLimit, tierLimits } from '@tripline/auth';
import { defineRoutes, endpoint, type Knex, UnauthorizedError } from '@tripline/service';
import type { Request, Router } from 'express';
import type { RulesConfig } from '../config.js';
import { succeed } from '../envelope.js';
import { type StorageConfig, storageLimit } from '../storage/storage-config.js';
import { findStoredBytes } from '../storage/storage-store.js';
import { accountOperations } from './account-operations.js';
import type { Profile } from './account-resources.js';

/** What the profile routes need. */
export interface ProfileRouterDeps {
  readonly db: Knex;
  readonly auth: Pick<Auth, 'requireCaller' | 'profile' | 'quota' | 'places' | 'deletion'>;
  readonly config: Pick<
    RulesConfig,
    | 'LIMIT_READS_PER_MINUTE'
    | 'LIMIT_CHANGES_PER_MINUTE'
    | 'LIMIT_WORK_PER_MINUTE'
    | 'LIMIT_SEATS_TEAM'
    | 'LIMIT_SEATS_ENTERPRISE'
  > &
    StorageConfig;
}

/** `/v1/me`: who the caller is and what they may do, and the end of their account; with an access token only. */
export function createProfileRouter({ db, auth, config }: ProfileRouterDeps): Router {
  const guard = [auth.requireCaller({ accept: ['jwt'], ownAccount: true })];
  const readMe = async (req: Request): Promise<Profile> => {
    const caller = callerOf(req);
    const [profile, usage, work, storedBytes] = await Promise.all([
      auth.profile.find(caller),
      auth.quota.usage(caller),
      auth.places.read(caller.userId),
      findStoredBytes(scopeOf(req), db),
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
        readsPerMinute: config.LIMIT_READS_PER_MINUTE,
        changesPerMinute: config.LIMIT_CHANGES_PER_MINUTE,
        workPerMinute: config.LIMIT_WORK_PER_MINUTE,
        requestsAtWork: limits.requestsAtWork,
        engineSecondsPerHour: limits.engineSecondsPerHour,
        teamSeats: seatLimit(config, caller.tier),
      },
      usage: {
        generationsToday: usage.credential.used,
        generationsTodayAllCredentials: usage.user.used,
        requestsAtWork: work.atWork,
        requestsWaiting: work.waiting,
        engineSecondsThisHour: Math.ceil(work.engineTime.usedMs / 1000),
      },
      team: profile.team === null || caller.teamRole === undefined ? null : { ...profile.team, role: caller.teamRole },
      storage: {
        owner: caller.teamId === undefined ? 'user' : 'team',
        usedBytes: storedBytes,
        limitBytes: storageLimit(config, caller.tier),
      },
      createdAt: profile.createdAt,
    };
  };
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
