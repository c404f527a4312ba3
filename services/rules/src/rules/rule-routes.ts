import { actorOf, type OwnerScope, scopeOf } from '@tripline/auth';
import { defineRoutes, endpoint, NotFoundError, uuidParam } from '@tripline/service';
import { LEVELS, PLATFORM_IDS } from '@tripline/sigma';
import type { RequestHandler, Router } from 'express';
import Joi from 'joi';
import { succeed } from '../envelope.js';
import { decodeCursor, encodeCursor } from '../store/cursor.js';
import { changeRule, type RuleChange, type RuleChangeDeps } from './rule-changes.js';
import { RULE_STATES, type RuleSummary } from './rule-model.js';
import { findRule, listRules, listVersions, type RuleFilter } from './rule-store.js';

/** What the rule routes need. */
export interface RuleRouterDeps extends RuleChangeDeps {
  /** Credential and burst limit; an API key or a JWT. */
  readonly guard: readonly RequestHandler[];
  /** E-mail addresses of users, for `createdBy`; a user who is gone has none. */
  readonly emailsOf: (userIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

/** Query parameters of a rule list. */
export const ruleListSchema = Joi.object<RuleFilter & { limit: number; cursor?: string }>({
  limit: Joi.number().integer().min(1).max(200).default(50),
  cursor: Joi.string().max(200),
  technique: Joi.string()
    .uppercase()
    .pattern(/^T\d{4}(\.\d{3})?$/)
    .messages({ 'string.pattern.base': '{{#label}} must be an ATT&CK id such as T1059 or T1059.001' }),
  platform: Joi.string().valid(...PLATFORM_IDS),
  level: Joi.string().valid(...LEVELS),
  state: Joi.string().valid(...RULE_STATES),
  q: Joi.string().max(200),
});

/** Body of a change to one rule. */
export const ruleChangeSchema = Joi.object<RuleChange>({
  state: Joi.string().valid(...RULE_STATES),
  yaml: Joi.string().max(1_000_000),
})
  .or('state', 'yaml')
  .messages({ 'object.missing': 'the body must have state, yaml or both' });

const BODY_BYTES = 4 * 1024 * 1024;

/** `GET /v1/rules`, `GET /v1/rules/{key}` and `PATCH /v1/rules/{key}`: the caller's own rules. */
export function createRuleRouter(deps: RuleRouterDeps): Router {
  return defineRoutes({
    '/v1/rules': {
      get: endpoint({
        guard: deps.guard,
        query: ruleListSchema,
        handle: async ({ query: { limit, cursor, ...filter } }, req, res) => {
          const after = cursor === undefined ? {} : { after: decodeCursor(cursor) };
          const rows = await listRules(scopeOf(req), deps.db, filter, { limit, ...after });
          const page = rows.slice(0, limit);
          const last = page.at(-1);
          const emails = await deps.emailsOf(page.map(({ createdBy }) => createdBy));
          succeed(res, {
            rules: page.map((rule) => toRow(rule, emails)),
            nextCursor: rows.length > limit && last !== undefined ? encodeCursor(last) : null,
          });
        },
      }),
    },
    '/v1/rules/:key': {
      get: endpoint({
        guard: deps.guard,
        handle: async (_input, req, res) => succeed(res, await readRule(deps, scopeOf(req), uuidParam(req, 'key'))),
      }),
      patch: endpoint({
        guard: deps.guard,
        body: ruleChangeSchema,
        bodyLimitBytes: BODY_BYTES,
        handle: async ({ body }, req, res) => {
          const [scope, key] = [scopeOf(req), uuidParam(req, 'key')];
          await changeRule(deps, { scope, actor: actorOf(req) }, key, body);
          succeed(res, await readRule(deps, scope, key));
        },
      }),
    },
  });
}

/** One rule with its newest version's content and the list of its versions. */
async function readRule(deps: RuleRouterDeps, scope: OwnerScope, key: string): Promise<object> {
  const rule = await findRule(scope, deps.db, key);
  if (rule === undefined) throw new NotFoundError(`There is no rule ${key}.`);
  const versions = await listVersions(scope, deps.db, rule.id);
  const newest = versions.find(({ version }) => version === rule.version);
  if (newest === undefined) throw new Error(`rule ${rule.id} has no version ${rule.version}`);
  const emails = await deps.emailsOf([rule.createdBy, ...versions.map(({ createdBy }) => createdBy)]);
  const { yaml, conversions, notes, evidence, tests, description, status } = newest.content;
  return {
    ...toRow(rule, emails),
    ...{ description, status, yaml, conversions, notes, evidence, tests },
    versions: versions.map(({ version, createdAt, createdBy, content }) => ({
      version,
      createdAt,
      createdBy: { userId: createdBy, email: emails.get(createdBy) ?? null },
      title: content.title,
      yaml: content.yaml,
    })),
  };
}

function toRow(rule: RuleSummary, emails: ReadonlyMap<string, string>): object {
  return {
    ruleKey: rule.key,
    title: rule.title,
    level: rule.level,
    platform: rule.platform,
    techniques: rule.techniques,
    state: rule.state,
    createdBy: { userId: rule.createdBy, email: emails.get(rule.createdBy) ?? null },
    createdAt: rule.createdAt,
    source: rule.source,
  };
}
