import {
  type Auth,
  actorOf,
  apiKeyBody,
  callerOf,
  keyPrefixParam,
  requireFeature,
  requireVerifiedEmail,
} from '@tripline/auth';
import { defineRoutes, endpoint } from '@tripline/service';
import type { Router } from 'express';
import { succeed } from '../envelope.js';

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
        body: apiKeyBody,
        handle: async ({ body }, req, res) => {
          const key = await auth.apiKeys.create(callerOf(req), body.name.trim(), actorOf(req));
          succeed(res, key, 201);
        },
      }),
    },
    '/v1/api-keys/:prefix': {
      delete: endpoint({
        guard,
        handle: async (_input, req, res) => {
          const prefix = keyPrefixParam(req);
          await auth.apiKeys.revoke(callerOf(req), prefix, actorOf(req));
          succeed(res, { message: `The key ${prefix} has been revoked for good.` });
        },
      }),
    },
  });
}
