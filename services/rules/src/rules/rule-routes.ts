import { actorOf, callerOf, partOf, scopeOf } from '@tripline/auth';
import { defineRoutes, endpoint } from '@tripline/service';
import type { RequestHandler, Router } from 'express';
import type { RunTask, Workplace } from '../engine/workplace.js';
import { succeed } from '../envelope.js';
import { type StorageConfig, storageLimit } from '../storage/storage-config.js';
import type { RefreshFor } from './fresh-conversions.js';
import { changeRule } from './rule-changes.js';
import { deleteRule, deleteSelectedRules } from './rule-deletion.js';
import { listRules, scopeOfList } from './rule-list.js';
import { ruleOperations } from './rule-operations.js';
import { decodePlace } from './rule-order.js';
import { type RuleViewDeps, readRule, readVersion, rulePage } from './rule-views.js';

/** What the rule routes need. */
export interface RuleRouterDeps extends RuleViewDeps {
  readonly refreshFor: RefreshFor;
  readonly workplace: Workplace;
  readonly storage: StorageConfig;
  /** An API key or a JWT. */
  readonly guard: readonly RequestHandler[];
  /** The same, for a call that counts as work. */
  readonly workGuard: readonly RequestHandler[];
}

/** Every byte of a text may be six in JSON. */
const BODY_BYTES = 1024 * 1024;

/** `GET /v1/rules`, `POST /v1/rules/delete`, `GET`, `PATCH` and `DELETE /v1/rules/{key}`, and `GET /v1/rules/{key}/versions/{version}`: the caller's own rules and the team's. */
export function createRuleRouter(deps: RuleRouterDeps): Router {
  return defineRoutes([
    endpoint(ruleOperations.listRules, {
      guard: deps.guard,
      handle: async ({ query }, req, res) => {
        const { limit, cursor, sort: order, counts = false, measures = false, sigma = false, ...filter } = query;
        const after = cursor === undefined ? {} : { after: decodePlace(cursor, order) };
        const page = { limit, order, counts, measures, sigma, ...after };
        const list = await listRules(scopeOfList(req, filter), deps.db, filter, page);
        succeed(res, await rulePage(deps, list, { limit, order }));
      },
    }),
    endpoint(ruleOperations.deleteRules, {
      guard: deps.guard,
      handle: async ({ body }, req, res) => {
        const scope = scopeOfList(req, 'filter' in body ? body.filter : {});
        succeed(res, await deleteSelectedRules(deps.db, { scope, actor: actorOf(req) }, body));
      },
    }),
    endpoint(ruleOperations.getRule, {
      guard: deps.guard,
      handle: async ({ params, query }, req, res) => {
        const scope = partOf(scopeOf(req), query.owner);
        succeed(res, await readRule(deps, scope, params.key, deps.refreshFor(req, res, scope)));
      },
    }),
    endpoint(ruleOperations.updateRule, {
      guard: deps.workGuard,
      bodyLimitBytes: BODY_BYTES,
      handle: async ({ params, query, body: { state, reason, yaml } }, req, res) => {
        const [scope, key] = [partOf(scopeOf(req), query.owner), params.key];
        const limitBytes = storageLimit(deps.storage, callerOf(req).tier);
        const change = async (run?: RunTask): Promise<void> => {
          const edit = yaml === undefined || run === undefined ? {} : { edit: { yaml, run } };
          const step = state === undefined ? {} : { state, ...(reason === undefined ? {} : { reason }) };
          await changeRule(deps.db, { scope, actor: actorOf(req), limitBytes }, key, { ...step, ...edit });
        };
        if (yaml === undefined) await change();
        else await deps.workplace.work('edit', req, res, change);
        // Once the place is free: the same text again makes no new version, and its conversions may be stale.
        succeed(res, await readRule(deps, scope, key, deps.refreshFor(req, res, scope)));
      },
    }),
    endpoint(ruleOperations.deleteRule, {
      guard: deps.guard,
      handle: async ({ params, query }, req, res) => {
        const who = { scope: partOf(scopeOf(req), query.owner), actor: actorOf(req) };
        succeed(res, await deleteRule(deps.db, who, params.key));
      },
    }),
    endpoint(ruleOperations.getRuleVersion, {
      guard: deps.guard,
      handle: async ({ params, query }, req, res) => {
        const [scope, { key, version }] = [partOf(scopeOf(req), query.owner), params];
        succeed(res, await readVersion(deps, scope, key, version, deps.refreshFor(req, res, scope)));
      },
    }),
  ]);
}
