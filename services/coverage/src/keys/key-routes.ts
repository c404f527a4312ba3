import { type Auth, actorOf, apiKeyBody, callerOf, keyPrefixParam, requireVerifiedEmail } from '@tripline/auth';
import { defineRoutes, endpoint } from '@tripline/service';
import type { RequestHandler, Router } from 'express';

/** What the key routes need. */
export interface KeysRouterDeps {
  readonly auth: Pick<Auth, 'requireCaller' | 'apiKeys'>;
}

/** `/keys`: API keys for the dashboard, in every tier that includes this service. It accepts only the dashboard's token. */
export function createKeysRouter({ auth }: KeysRouterDeps): Router {
  const guard: readonly RequestHandler[] = [auth.requireCaller({ accept: ['jwt'] })];
  return defineRoutes({
    '/keys': {
      get: endpoint({
        guard,
        handle: async (_input, req, res) => {
          const keys = await auth.apiKeys.list(callerOf(req));
          res.json({
            keys: keys.map((key) => ({
              prefix: key.prefix,
              name: key.name,
              created_at: key.createdAt,
              last_used_at: key.lastUsedAt,
              daily_limit: key.dailyLimit,
              used_today: key.usedToday,
            })),
          });
        },
      }),
      post: endpoint({
        guard: [...guard, requireVerifiedEmail],
        body: apiKeyBody,
        handle: async ({ body }, req, res) => {
          const created = await auth.apiKeys.create(callerOf(req), body.name.trim(), actorOf(req));
          const { key, prefix, name, createdAt } = created;
          res.json({ key, prefix, name, created_at: createdAt });
        },
      }),
    },
    '/keys/:prefix': {
      delete: endpoint({
        guard,
        handle: async (_input, req, res) => {
          const prefix = keyPrefixParam(req);
          await auth.apiKeys.revoke(callerOf(req), prefix, actorOf(req));
          res.json({ message: `The key ${prefix} has been revoked for good.` });
        },
      }),
    },
  });
}
