import { actorOf, callerOf, partOf, scopeOf } from '@tripline/auth';
import { defineRoutes, endpoint, type Knex } from '@tripline/service';
import type { RequestHandler, Router } from 'express';
import { succeed } from '../envelope.js';
import type { RuleSummary } from '../rule/rule-model.js';
import { type StorageConfig, storageLimit } from '../storage/storage-config.js';
import { decodeCursor, encodeCursor } from '../store/cursor.js';
import { binOperations } from './bin-operations.js';
import type { DeletedRuleResource } from './bin-resource.js';
import { emptyBin, restoreDeletedRules } from './bin-service.js';
import { BIN_DAYS, type Deletion, listDeletedRules } from './rule-bin.js';

/** What the routes of the bin need. */
export interface BinRouterDeps {
  readonly db: Knex;
  readonly storage: StorageConfig;
  readonly emailsOf: (userIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** An API key or a JWT. */
  readonly guard: readonly RequestHandler[];
}

/** `GET` and `DELETE /v1/rules/bin`, and `POST /v1/rules/bin/restore`: the rules that were deleted in the last 30 days. */
export function createBinRouter({ db, emailsOf, guard, storage }: BinRouterDeps): Router {
  return defineRoutes([
    endpoint(binOperations.listDeletedRules, {
      guard,
      handle: async ({ query: { limit, cursor } }, req, res) => {
        const scope = scopeOf(req);
        const after = cursor === undefined ? {} : { after: decodeCursor(cursor) };
        const { rows, total } = await listDeletedRules(scope, db, { limit, ...after }, new Date());
        const page = rows.slice(0, limit);
        const last = page.at(-1);
        const emails = await emailsOf(page.flatMap(({ createdBy, deletedBy }) => [createdBy, deletedBy]));
        succeed(res, {
          rules: page.map((rule) => toResource(rule, scope.teamId, emails)),
          total,
          nextCursor:
            rows.length > limit && last !== undefined ? encodeCursor({ createdAt: last.deletedAt, id: last.id }) : null,
        });
      },
    }),
    endpoint(binOperations.restoreRules, {
      guard,
      handle: async ({ body }, req, res) => {
        const limitBytes = storageLimit(storage, callerOf(req).tier);
        const scope = partOf(scopeOf(req), body.owner);
        succeed(res, await restoreDeletedRules(db, { scope, actor: actorOf(req), limitBytes }, body));
      },
    }),
    endpoint(binOperations.emptyBin, {
      guard,
      handle: async ({ query }, req, res) => {
        const scope = partOf(scopeOf(req), query.owner);
        succeed(res, await emptyBin(db, { scope, actor: actorOf(req) }, query.ruleKeys));
      },
    }),
  ]);
}

function toResource(
  rule: RuleSummary & Deletion,
  teamId: string | undefined,
  emails: ReadonlyMap<string, string>,
): DeletedRuleResource {
  const {
    createdAt,
    createdBy,
    deletedAt,
    deletedBy,
    key,
    level,
    ownerId,
    platform,
    source,
    state,
    techniques,
    title,
  } = rule;
  const author = (userId: string) => ({ userId, email: emails.get(userId) ?? null });
  return {
    ...{ ruleKey: key, title, level, platform, techniques, state, createdAt, deletedAt, source },
    createdBy: author(createdBy),
    deletedBy: author(deletedBy),
    goneAt: new Date(deletedAt.getTime() + BIN_DAYS * 86_400_000),
    owner: ownerId === teamId ? 'team' : 'user',
  };
}
