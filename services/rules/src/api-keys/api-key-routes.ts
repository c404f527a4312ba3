import { type Auth, actorOf, callerOf, requireFeature, requireVerifiedEmail } from '@tripline/auth';
import { defineRoutes, endpoint, NotFoundError } from '@tripline/service';
import type { Request, Router } from 'express';
import { succeed } from '../envelope.js';
import { createKeySchema } from './api-key-schemas.js';

/** What the key routes need. */
export interface ApiKeysRouterDeps {
  readonly auth: Pick<Auth, 'requireCaller' | 'apiKeys'>;
}

/** `/v1/api-keys`: keys of the caller, with an access token only and from tier `pro` on. */
export function createApiKeysRouter({ auth }: ApiKeysRouterDeps): Router {
  const guard = [auth.requireCaller({ accept: ['jwt'] }), requireFeature('keyManagement')];
  return defineRoutes({
    '/v1/api-keys': {
      get: endpoint({
        guard,
        handle: async (_input, req, res) => succeed(res, { keys: await auth.apiKeys.list(callerOf(req)) }),
      }),
      post: endpoint({
        guard: [...guard, requireVerifiedEmail],
        body: createKeySchema,
        handle: async ({ body }, req, res) => {
          const key = await auth.apiKeys.create(callerOf(req), body.name.trim(), actorOf(req));
          res.setHeader('Cache-Control', 'no-store');
          succeed(res, key, 201);
        },
      }),
    },
    '/v1/api-keys/:prefix': {
      delete: endpoint({
        guard,
        handle: async (_input, req, res) => {
          const prefix = keyPrefix(req);
          await auth.apiKeys.revoke(callerOf(req), prefix, actorOf(req));
          succeed(res, { message: `The key ${prefix} has been revoked for good.` });
        },
      }),
    },
  });
}

/** The prefix in the path. What cannot be one (also bytes Postgres would not take) is as unknown as any other. */
function keyPrefix(req: Request): string {
  const prefix = String(req.params['prefix']).slice(0, 100);
  if (!/^\w+$/.test(prefix)) throw new NotFoundError('You have no active key of this prefix.');
  return prefix;
}
