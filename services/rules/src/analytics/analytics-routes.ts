import { teamScopeOf } from '@tripline/auth';
import { defineRoutes, endpoint, type Knex } from '@tripline/service';
import type { RequestHandler, Router } from 'express';
import { succeed } from '../envelope.js';
import { analyticsOperations } from './analytics-operations.js';
import { teamAnalytics } from './team-analytics.js';

/** What the analytics route needs. */
export interface AnalyticsRouterDeps {
  readonly db: Knex;
  /** Lets any member of a team in, with an access token. */
  readonly guard: readonly RequestHandler[];
}

/** `GET /v1/team/analytics`: what the team's rules are about, and who makes them. */
export function createAnalyticsRouter({ db, guard }: AnalyticsRouterDeps): Router {
  return defineRoutes([
    endpoint(analyticsOperations.getTeamAnalytics, {
      guard,
      handle: async (_input, req, res) => succeed(res, await teamAnalytics(teamScopeOf(req), db, new Date())),
    }),
  ]);
}
