import { defineRoutes, endpoint } from '@tripline/service';
import type { RequestHandler, Router } from 'express';
import type { Auth } from '../../auth.js';
import { callerOf } from '../../callers/request-caller.js';
import { actorOf } from '../../guards/middleware.js';
import { keyPrefixParam, newKeyOf } from '../keys/api-key-body.js';
import { withScopes } from '../keys/api-key-resource.js';

import type { Succeed } from '../succeed.js';
import { serviceAccountOperations } from './service-account-operations.js';

/** What the routes of service accounts need. */
export interface ServiceAccountRouterDeps {
  readonly accounts: Auth['serviceAccounts'];
  /** Lets a team's owner and admins through. */
  readonly guard: readonly RequestHandler[];
  readonly succeed: Succeed;
}

/** `/v1/team/service-accounts`: holders of keys that are no persons. With an access token only. */
export function createServiceAccountRouter({ accounts, guard, succeed }: ServiceAccountRouterDeps): Router {
  return defineRoutes([
    endpoint(serviceAccountOperations.listServiceAccounts, {
      guard,
      handle: async (_input, req, res) => succeed(res, { serviceAccounts: await accounts.list(callerOf(req)) }),
    }),
    endpoint(serviceAccountOperations.createServiceAccount, {
      guard,
      handle: async ({ body }, req, res) =>
        succeed(res, await accounts.create(callerOf(req), body.name, actorOf(req)), 201),
    }),
    endpoint(serviceAccountOperations.deleteServiceAccount, {
      guard,
      handle: async ({ params }, req, res) => {
        const { name } = await accounts.remove(callerOf(req), params.id, actorOf(req));
        succeed(res, { message: `The service account "${name}" is deleted, and its keys with it.` });
      },
    }),
    endpoint(serviceAccountOperations.listServiceAccountKeys, {
      guard,
      handle: async ({ params }, req, res) => {
        const keys = await accounts.listKeys(callerOf(req), params.id);
        succeed(res, { keys: keys.map(withScopes) });
      },
    }),
    endpoint(serviceAccountOperations.createServiceAccountKey, {
      guard,
      handle: async ({ params, body }, req, res) => {
        const key = newKeyOf(body, req);
        succeed(res, withScopes(await accounts.createKey(callerOf(req), params.id, key, actorOf(req))), 201);
      },
    }),
    endpoint(serviceAccountOperations.revokeServiceAccountKey, {
      guard,
      handle: async ({ params }, req, res) => {
        const prefix = keyPrefixParam(req);
        await accounts.revokeKey(callerOf(req), params.id, prefix, actorOf(req));
        succeed(res, { message: `The key ${prefix} has been revoked for good.` });
      },
    }),
  ]);
}
