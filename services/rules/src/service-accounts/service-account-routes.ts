import { type Auth, actorOf, apiKeyBody, callerOf, keyPrefixParam, newKeyOf } from '@tripline/auth';
import { defineRoutes, endpoint, uuidParam } from '@tripline/service';
import type { RequestHandler, Router } from 'express';
import { withScopes } from '../api-keys/api-key-routes.js';
import { succeed } from '../envelope.js';
import { newServiceAccountSchema } from './service-account-schemas.js';

/** What the routes of service accounts need. */
export interface ServiceAccountRouterDeps {
  readonly accounts: Auth['serviceAccounts'];
  /** Lets a team's owner and admins through. */
  readonly guard: readonly RequestHandler[];
}

/** `/v1/team/service-accounts`: holders of keys that are no persons. With an access token only. */
export function createServiceAccountRouter({ accounts, guard }: ServiceAccountRouterDeps): Router {
  return defineRoutes({
    '/v1/team/service-accounts': {
      get: endpoint({
        guard,
        handle: async (_input, req, res) => succeed(res, { serviceAccounts: await accounts.list(callerOf(req)) }),
      }),
      post: endpoint({
        guard,
        body: newServiceAccountSchema,
        handle: async ({ body }, req, res) =>
          succeed(res, await accounts.create(callerOf(req), body.name, actorOf(req)), 201),
      }),
    },
    '/v1/team/service-accounts/:id': {
      delete: endpoint({
        guard,
        handle: async (_input, req, res) => {
          const { name } = await accounts.remove(callerOf(req), uuidParam(req, 'id'), actorOf(req));
          succeed(res, { message: `The service account "${name}" is deleted, and its keys with it.` });
        },
      }),
    },
    '/v1/team/service-accounts/:id/keys': {
      get: endpoint({
        guard,
        handle: async (_input, req, res) => {
          const keys = await accounts.listKeys(callerOf(req), uuidParam(req, 'id'));
          succeed(res, { keys: keys.map(withScopes) });
        },
      }),
      post: endpoint({
        guard,
        body: apiKeyBody,
        handle: async ({ body }, req, res) => {
          const key = newKeyOf(body, req);
          succeed(
            res,
            withScopes(await accounts.createKey(callerOf(req), uuidParam(req, 'id'), key, actorOf(req))),
            201,
          );
        },
      }),
    },
    '/v1/team/service-accounts/:id/keys/:prefix': {
      delete: endpoint({
        guard,
        handle: async (_input, req, res) => {
          const prefix = keyPrefixParam(req);
          await accounts.revokeKey(callerOf(req), uuidParam(req, 'id'), prefix, actorOf(req));
          succeed(res, { message: `The key ${prefix} has been revoked for good.` });
        },
      }),
    },
  });
}
