import {
  type Auth,
  actorOf,
  callerOf,
  idempotencyKeyOf,
  keyPrefixParam,
  newKeyOf,
  requireFeature,
  requireVerifiedEmail,
} from '@tripline/auth';
import { defineRoutes, endpoint } from '@tripline/service';
import type { Router } from 'express';
import { succeed } from '../envelope.js';
import { apiKeyOperations } from './api-key-operations.js';
import { withScopes } from './api-key-resource.js';

/** What the key routes need. */
export interface ApiKeysRouterDeps {
  readonly auth: Pick<Auth, 'requireCaller' | 'apiKeys'>;
}

/** `/v1/api-keys`: keys of the caller, with an access token only and from tier `pro` on. */
export function createApiKeysRouter({ auth }: ApiKeysRouterDeps): Router {
  const guard = [auth.requireCaller({ accept: ['jwt'] }), requireFeature('keyManagement')];
  const verified = [...guard, requireVerifiedEmail];
  return defineRoutes([
    endpoint(apiKeyOperations.listApiKeys, {
      guard,
      handle: async (_input, req, res) =>
        succeed(res, { keys: (await auth.apiKeys.list(callerOf(req))).map(withScopes) }),
    }),
    endpoint(apiKeyOperations.createApiKey, {
      guard: verified,
      handle: async ({ body }, req, res) => {
        succeed(res, withScopes(await auth.apiKeys.create(callerOf(req), newKeyOf(body, req), actorOf(req))), 201);
      },
    }),
    endpoint(apiKeyOperations.revokeApiKey, {
      guard,
      handle: async (_input, req, res) => {
        const prefix = keyPrefixParam(req);
        await auth.apiKeys.revoke(callerOf(req), prefix, actorOf(req));
        succeed(res, { message: `The key ${prefix} has been revoked for good.` });
      },
    }),
    endpoint(apiKeyOperations.rotateApiKey, {
      guard: verified,
      handle: async ({ body }, req, res) => {
        const options = { overlapSeconds: body.overlapSeconds, idempotencyKey: idempotencyKeyOf(req) };
        const rotated = await auth.apiKeys.rotate(callerOf(req), keyPrefixParam(req), options, actorOf(req));
        succeed(res, withScopes(rotated), 201);
      },
    }),
  ]);
}
