import { defineRoutes, endpoint } from '@tripline/service';
import type { RequestHandler, Router } from 'express';
import type { Auth } from '../../auth.js';
import { callerOf } from '../../callers/request-caller.js';
import { actorOf, requireVerifiedEmail } from '../../guards/middleware.js';
import type { Succeed } from '../succeed.js';
import { idempotencyKeyOf, keyPrefixParam, newKeyOf } from './api-key-body.js';
import type { describeKeys } from './api-key-operations.js';
import { withScopes } from './api-key-resource.js';

type Described = ReturnType<typeof describeKeys>;

/** What the key routes need. */
export interface ApiKeysRouterDeps {
  readonly auth: Pick<Auth, 'apiKeys'>;
  /** Lets those in, with an access token only, who may have keys. */
  readonly guard: readonly RequestHandler[];
  /** The operations as the service describes them: `describeKeys` with its ids. */
  readonly operations: { readonly [Name in keyof Described]: Described[Name] & { readonly id: string } };
  readonly succeed: Succeed;
}

/** The keys of the caller. */
export function createApiKeysRouter({ auth, guard, operations, succeed }: ApiKeysRouterDeps): Router {
  const verified = [...guard, requireVerifiedEmail];
  return defineRoutes([
    endpoint(operations.list, {
      guard,
      handle: async (_input, req, res) =>
        succeed(res, { keys: (await auth.apiKeys.list(callerOf(req))).map(withScopes) }),
    }),
    endpoint(operations.create, {
      guard: verified,
      handle: async ({ body }, req, res) => {
        const made = await auth.apiKeys.create(callerOf(req), newKeyOf(body, req), actorOf(req));
        succeed(res, withScopes(made), operations.create.success.status);
      },
    }),
    endpoint(operations.revoke, {
      guard,
      handle: async (_input, req, res) => {
        const prefix = keyPrefixParam(req);
        await auth.apiKeys.revoke(callerOf(req), prefix, actorOf(req));
        succeed(res, { message: `The key ${prefix} has been revoked for good.` });
      },
    }),
    endpoint(operations.rotate, {
      guard: verified,
      handle: async ({ body }, req, res) => {
        const options = { overlapSeconds: body.overlapSeconds, idempotencyKey: idempotencyKeyOf(req) };
        const rotated = await auth.apiKeys.rotate(callerOf(req), keyPrefixParam(req), options, actorOf(req));
        succeed(res, withScopes(rotated), operations.rotate.success.status);
      },
    }),
  ]);
}
