import { teamScopeOf } from '@tripline/auth';
import { defineRoutes, endpoint } from '@tripline/service';
import type { RequestHandler, Router } from 'express';
import { succeed } from '../envelope.js';
import type { RefreshFor } from '../rules/fresh-conversions.js';
import { listTeamRules } from '../rules/rule-list.js';
import { type RuleViewDeps, readRule, rulePage } from '../rules/rule-views.js';
import { decodeCursor } from '../store/cursor.js';
import { teamRuleOperations } from './team-rule-operations.js';

/** What the routes of a team's rules need. */
export interface TeamRuleRouterDeps extends RuleViewDeps {
  readonly refreshFor: RefreshFor;
  /** Lets any member of a team in, with an access token. */
  readonly guard: readonly RequestHandler[];
}

/** `GET /v1/team/rules` and `GET /v1/team/rules/{ruleKey}`: what the members made in the team, former ones included. */
export function createTeamRuleRouter(deps: TeamRuleRouterDeps): Router {
  return defineRoutes([
    endpoint(teamRuleOperations.listTeamRules, {
      guard: deps.guard,
      handle: async ({ query: { limit, cursor, ...filter } }, req, res) => {
        const after = cursor === undefined ? {} : { after: decodeCursor(cursor) };
        const rows = await listTeamRules(teamScopeOf(req), deps.db, filter, { limit, ...after });
        succeed(res, await rulePage(deps, rows, limit));
      },
    }),
    endpoint(teamRuleOperations.getTeamRule, {
      guard: deps.guard,
      handle: async ({ params }, req, res) => {
        const scope = teamScopeOf(req);
        succeed(res, await readRule(deps, scope, params.ruleKey, deps.refreshFor(req, res, scope)));
      },
    }),
  ]);
}
