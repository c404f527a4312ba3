import { ForbiddenError } from '@tripline/service';
import type { Request, RequestHandler } from 'express';
import type { TeamRole } from '../callers/caller.js';
import { callerOf } from '../callers/request-caller.js';
import { NO_TEAM, refuseRole, TEAM_LAPSED } from '../teams/acting-member.js';
import { TEAM_ROLES } from '../teams/team-model.js';
import { tierLimits } from '../tiers/tier.js';
import { requireFeature } from './middleware.js';

const requireTeams = requireFeature('teams');

/** 403 for a member whose team's subscription has run out: for what shows the team's things on a path that is not the team's. */
export function refuseLapsedTeam(req: Request): void {
  const { teamTier } = callerOf(req);
  if (teamTier !== undefined && !tierLimits(teamTier).features.includes('teams')) throw new ForbiddenError(TEAM_LAPSED);
}

/**
 * Middleware behind `requireCaller`: 403 (tier) unless the caller's tier includes teams. For a member their team decides: once its owner's
 * subscription has run out it is closed to all, also to a member with a sufficient tier of their own.
 */
export const requireTeamTier: RequestHandler = (req, res, next) => {
  const { teamTier } = callerOf(req);
  if (teamTier === undefined) return requireTeams(req, res, next);
  refuseLapsedTeam(req);
  return next();
};

/**
 * {@link requireTeamTier} for seeing a team, handing it over and ending it: the owner of a team whose subscription has run out may do so
 * too.
 */
export const requireTeamTierUnlessOwner: RequestHandler = (req, res, next) =>
  callerOf(req).teamRole === 'owner' ? next() : requireTeamTier(req, res, next);

/** Middleware behind `requireCaller`: 403 (tier) unless the caller's **own** subscription includes teams: for making one. */
export const requireOwnTeamTier: RequestHandler = (req, _res, next) => {
  const { ownTier } = callerOf(req);
  if (!tierLimits(ownTier).features.includes('teams')) {
    throw new ForbiddenError(
      `Making a team needs a subscription of your own of "team" or above; yours is "${ownTier}".`,
    );
  }
  next();
};

/** Middleware behind `requireCaller`: 403 for a caller in no team, or (given roles) whose role is not among them. */
export function requireTeamRole(roles: readonly TeamRole[] = TEAM_ROLES): RequestHandler {
  return (req, _res, next) => {
    const { teamRole } = callerOf(req);
    if (teamRole === undefined) throw new ForbiddenError(NO_TEAM);
    if (!roles.includes(teamRole)) throw refuseRole(teamRole, roles);
    next();
  };
}
