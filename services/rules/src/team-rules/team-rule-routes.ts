import { actorOf, callerOf, teamScopeOf } from '@tripline/auth';
import { defineRoutes, endpoint } from '@tripline/service';
import type { RequestHandler, Router } from 'express';
import { succeed } from '../envelope.js';
import type { RefreshFor } from '../rules/fresh-conversions.js';
import { listTeamRules } from '../rules/rule-list.js';
import { decodePlace } from '../rules/rule-order.js';
import { type RuleViewDeps, readRule, rulePage } from '../rules/rule-views.js';
import type { StorageConfig } from '../storage/storage-config.js';
import { moveRules } from './moved-rules.js';
import { teamRuleOperations } from './team-rule-operations.js';

/** What the routes of a team's rules need. */
export interface TeamRuleRouterDeps extends RuleViewDeps {
  readonly refreshFor: RefreshFor;
  readonly storage: StorageConfig;
  /** Lets any member of a team in, with an access token. */
  readonly guard: readonly RequestHandler[];
}

/** `GET /v1/team/rules`, `POST /v1/team/rules/move` and `GET /v1/team/rules/{ruleKey}`: what the members made in the team or moved to it, former ones included. */
export function createTeamRuleRouter(deps: TeamRuleRouterDeps): Router {
  return defineRoutes([
    endpoint(teamRuleOperations.listTeamRules, {
      guard: deps.guard,
      handle: async (
        { query: { limit, cursor, sort: order, counts = false, measures = false, sigma = false, ...filter } },
        req,
        res,
      ) => {
        const after = cursor === undefined ? {} : { after: decodePlace(cursor, order) };
        const page = { limit, order, counts, measures, sigma, ...after };
        const list = await listTeamRules(teamScopeOf(req), deps.db, filter, page);
        succeed(res, await rulePage(deps, list, { limit, order }));
      },
    }),
    endpoint(teamRuleOperations.moveRulesToTeam, {
      guard: deps.guard,
      handle: async ({ body }, req, res) => {
        const mover = { userId: callerOf(req).userId, actor: actorOf(req), storage: deps.storage };
        succeed(res, await moveRules(deps.db, mover, body));
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
