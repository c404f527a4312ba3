import { teamScopeOf } from '@tripline/auth';
import { defineRoutes, endpoint, uuidParam } from '@tripline/service';
import type { RequestHandler, Router } from 'express';
import Joi from 'joi';
import { succeed } from '../envelope.js';
import { listTeamRules, type TeamRuleFilter } from '../rules/rule-list.js';
import { ruleListSchema } from '../rules/rule-routes.js';
import { type RuleViewDeps, readRule, rulePage } from '../rules/rule-views.js';
import { decodeCursor } from '../store/cursor.js';

/** What the routes of a team's rules need. */
export interface TeamRuleRouterDeps extends RuleViewDeps {
  /** Lets any member of a team in, with an access token. */
  readonly guard: readonly RequestHandler[];
}

/** Query parameters of a team's rule list. */
export const teamRuleListSchema = (
  ruleListSchema as Joi.ObjectSchema<TeamRuleFilter & { limit: number; cursor?: string }>
).append({ createdBy: Joi.string().guid().lowercase() });

/** `GET /v1/team/rules` and `GET /v1/team/rules/{ruleKey}`: what the members made in the team, former ones included. */
export function createTeamRuleRouter(deps: TeamRuleRouterDeps): Router {
  return defineRoutes({
    '/v1/team/rules': {
      get: endpoint({
        guard: deps.guard,
        query: teamRuleListSchema,
        handle: async ({ query: { limit, cursor, ...filter } }, req, res) => {
          const after = cursor === undefined ? {} : { after: decodeCursor(cursor) };
          const rows = await listTeamRules(teamScopeOf(req), deps.db, filter, { limit, ...after });
          succeed(res, await rulePage(deps, rows, limit));
        },
      }),
    },
    '/v1/team/rules/:ruleKey': {
      get: endpoint({
        guard: deps.guard,
        handle: async (_input, req, res) =>
          succeed(res, await readRule(deps, teamScopeOf(req), uuidParam(req, 'ruleKey'))),
      }),
    },
  });
}
