import { defineRoutes, endpoint } from '@tripline/service';
import type { RequestHandler, Router } from 'express';
import type { Auth } from '../../auth.js';
import { callerOf } from '../../callers/request-caller.js';
import { actorOf } from '../../guards/middleware.js';
import {
  requireOwnTeamTier,
  requireTeamRole,
  requireTeamTier,
  requireTeamTierUnlessOwner,
} from '../../guards/team-guards.js';
import type { Succeed } from '../succeed.js';
import { teamOperations } from './team-operations.js';

/** What the team routes need. */
export interface TeamRouterDeps {
  readonly auth: Pick<Auth, 'requireCaller' | 'teams' | 'members'>;
  readonly succeed: Succeed;
}

/** `/v1/team` and its members: with an access token only. Making one needs an own subscription, all else the team's. */
export function createTeamRouter({ auth, succeed }: TeamRouterDeps): Router {
  const { teams } = auth;
  const signedIn = auth.requireCaller({ accept: ['jwt'] });
  const guard = [signedIn, requireTeamTier];
  const ownerOrAdmin = [...guard, requireTeamRole(['owner', 'admin'])];
  const guardUnlessOwner = [signedIn, requireTeamTierUnlessOwner];
  const owner = [...guardUnlessOwner, requireTeamRole(['owner'])];
  return defineRoutes([
    endpoint(teamOperations.createTeam, {
      guard: [signedIn, requireOwnTeamTier],
      handle: async ({ body }, req, res) => {
        succeed(res, await teams.create(callerOf(req), body.name.trim(), actorOf(req)), 201);
      },
    }),
    endpoint(teamOperations.getTeam, {
      // The owner of a team that lends nothing any more sees whom to hand it to.
      guard: guardUnlessOwner,
      handle: async (_input, req, res) => succeed(res, await teams.view(callerOf(req))),
    }),
    endpoint(teamOperations.renameTeam, {
      guard: ownerOrAdmin,
      handle: async ({ body }, req, res) => {
        const change = body.name === undefined ? body : { ...body, name: body.name.trim() };
        succeed(res, await teams.change(callerOf(req), change, actorOf(req)));
      },
    }),
    endpoint(teamOperations.endTeam, {
      guard: owner,
      handle: async (_input, req, res) => {
        await teams.end(callerOf(req), actorOf(req));
        succeed(res, { message: 'The team has ended; its rules and cloud accounts belong to their makers again.' });
      },
    }),
    ...memberEndpoints({ auth, succeed }, ownerOrAdmin),
    endpoint(teamOperations.transferTeam, {
      guard: owner,
      handle: async ({ body }, req, res) => {
        succeed(res, await teams.transfer(callerOf(req), body.userId.toLowerCase(), actorOf(req)));
      },
    }),
  ]);
}

/** Who is in the team, and with which role. */
const memberEndpoints = ({ auth, succeed }: TeamRouterDeps, ownerOrAdmin: readonly RequestHandler[]) => [
  endpoint(teamOperations.setMemberRole, {
    guard: ownerOrAdmin,
    handle: async ({ params, body }, req, res) => {
      const userId = params.userId;
      succeed(res, await auth.members.setRole(callerOf(req), userId, body.role, actorOf(req)));
    },
  }),
  endpoint(teamOperations.removeMember, {
    guard: ownerOrAdmin,
    handle: async ({ params }, req, res) => {
      const userId = params.userId;
      await auth.members.remove(callerOf(req), userId, actorOf(req));
      succeed(res, { message: `${userId} is no longer in the team.` });
    },
  }),
  endpoint(teamOperations.leaveTeam, {
    // No tier: nobody is held in a team that lends nothing any more.
    guard: [auth.requireCaller({ accept: ['jwt'], ownAccount: true }), requireTeamRole()],
    handle: async (_input, req, res) => {
      await auth.members.leave(callerOf(req), actorOf(req));
      succeed(res, { message: 'You have left the team; what you made in it stays with it.' });
    },
  }),
];
