import { actorOf, callerOf, scopeOf } from '@tripline/auth';
import { BadRequestError, defineRoutes, endpoint, uuidParam } from '@tripline/service';
import { LEVELS, PLATFORM_IDS } from '@tripline/sigma';
import type { Request, RequestHandler, Router } from 'express';
import Joi from 'joi';
import { RULE_YAML_BYTES_MAX } from '../engine/rule-size.js';
import { succeed } from '../envelope.js';
import { type StorageConfig, storageLimit } from '../storage/storage-config.js';
import { decodeCursor } from '../store/cursor.js';
import type { RunTask, Workplace } from '../work/workplace.js';
import { changeRule } from './rule-changes.js';
import { deleteRule, deleteSelectedRules, MOST_DELETED, type RuleSelection } from './rule-deletion.js';
import { listRules, type RuleFilter } from './rule-list.js';
import { RULE_STATES, type RuleState } from './rule-resource.js';
import { type RuleViewDeps, readRule, readVersion, rulePage } from './rule-views.js';

/** What the rule routes need. */
export interface RuleRouterDeps extends RuleViewDeps {
  readonly workplace: Workplace;
  readonly storage: StorageConfig;
  /** An API key or a JWT. */
  readonly guard: readonly RequestHandler[];
  /** The same, for a call that counts as work. */
  readonly workGuard: readonly RequestHandler[];
}

/** What a rule list can be narrowed by. */
const ruleFilters = {
  technique: Joi.string()
    .uppercase()
    .pattern(/^T\d{4}(\.\d{3})?$/)
    .messages({ 'string.pattern.base': '{{#label}} must be an ATT&CK id such as T1059 or T1059.001' }),
  platform: Joi.string().valid(...PLATFORM_IDS),
  level: Joi.string().valid(...LEVELS),
  state: Joi.string().valid(...RULE_STATES),
  q: Joi.string().max(200),
};

/** Query parameters of a rule list. */
export const ruleListSchema = Joi.object<RuleFilter & { limit: number; cursor?: string }>({
  limit: Joi.number().integer().min(1).max(200).default(50),
  cursor: Joi.string().max(200),
  ...ruleFilters,
});

/** Body of a change to one rule. */
export const ruleChangeSchema = Joi.object<{ state?: RuleState; yaml?: string }>({
  state: Joi.string()
    .valid(...RULE_STATES)
    .example('accepted'),
  yaml: Joi.string()
    .max(RULE_YAML_BYTES_MAX, 'utf8')
    .messages({ 'string.max': '{{#label}} may have {{#limit}} bytes of YAML' }),
})
  .or('state', 'yaml')
  .messages({ 'object.missing': 'the body must have state, yaml or both' });

/** Every byte of a text may be six in JSON. */
const BODY_BYTES = 1024 * 1024;

/** Body of a deletion of many rules: keys, or filters as the list has them, one at least. */
export const ruleDeletionSchema = Joi.object<RuleSelection>({
  ruleKeys: Joi.array().items(Joi.string().guid().lowercase()).min(1).max(MOST_DELETED).unique(),
  filter: Joi.object(ruleFilters).min(1).messages({ 'object.min': '{{#label}} must name what to delete' }),
})
  .xor('ruleKeys', 'filter')
  .example({ filter: { state: 'rejected' } })
  .messages({
    'object.missing': 'the body must have ruleKeys or filter',
    'object.xor': 'the body may have ruleKeys or filter, not both',
  });

/** `GET /v1/rules`, `POST /v1/rules/delete`, `GET`, `PATCH` and `DELETE /v1/rules/{key}`, and `GET /v1/rules/{key}/versions/{version}`: the caller's own rules and the team's. */
export function createRuleRouter(deps: RuleRouterDeps): Router {
  return defineRoutes({
    '/v1/rules': {
      get: endpoint({
        guard: deps.guard,
        query: ruleListSchema,
        handle: async ({ query: { limit, cursor, ...filter } }, req, res) => {
          const after = cursor === undefined ? {} : { after: decodeCursor(cursor) };
          const rows = await listRules(scopeOf(req), deps.db, filter, { limit, ...after });
          succeed(res, await rulePage(deps, rows, limit));
        },
      }),
    },
    '/v1/rules/delete': {
      post: endpoint({
        guard: deps.guard,
        body: ruleDeletionSchema,
        handle: async ({ body }, req, res) => {
          succeed(res, await deleteSelectedRules(deps.db, { scope: scopeOf(req), actor: actorOf(req) }, body));
        },
      }),
    },
    '/v1/rules/:key': {
      get: endpoint({
        guard: deps.guard,
        handle: async (_input, req, res) => succeed(res, await readRule(deps, scopeOf(req), uuidParam(req, 'key'))),
      }),
      patch: endpoint({
        guard: deps.workGuard,
        body: ruleChangeSchema,
        bodyLimitBytes: BODY_BYTES,
        handle: async ({ body: { state, yaml } }, req, res) => {
          const [scope, key] = [scopeOf(req), uuidParam(req, 'key')];
          const limitBytes = storageLimit(deps.storage, callerOf(req).tier);
          const change = async (run?: RunTask): Promise<void> => {
            const edit = yaml === undefined || run === undefined ? {} : { edit: { yaml, run } };
            const step = state === undefined ? {} : { state };
            await changeRule(deps.db, { scope, actor: actorOf(req), limitBytes }, key, { ...step, ...edit });
            succeed(res, await readRule(deps, scope, key));
          };
          if (yaml === undefined) await change();
          else await deps.workplace.work('edit', req, res, change);
        },
      }),
      delete: endpoint({
        guard: deps.guard,
        handle: async (_input, req, res) => {
          const who = { scope: scopeOf(req), actor: actorOf(req) };
          succeed(res, await deleteRule(deps.db, who, uuidParam(req, 'key')));
        },
      }),
    },
    '/v1/rules/:key/versions/:version': {
      get: endpoint({
        guard: deps.guard,
        handle: async (_input, req, res) => {
          succeed(res, await readVersion(deps, scopeOf(req), uuidParam(req, 'key'), versionParam(req)));
        },
      }),
    },
  });
}

/** The number of a version in the path. */
function versionParam(req: Request): number {
  const value = String(req.params['version']);
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
  throw new BadRequestError(`"${value.slice(0, 64)}" is no number of a version: they count from 1.`, {
    details: [{ path: 'version', message: 'version must be a whole number from 1' }],
  });
}
