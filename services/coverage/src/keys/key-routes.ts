import {
  type Auth,
  actorOf,
  callerOf,
  idempotencyKeyOf,
  keyPrefixParam,
  newKeyOf,
  requireVerifiedEmail,
} from '@tripline/auth';
import { defineRoutes, endpoint } from '@tripline/service';
import type { RequestHandler, Router } from 'express';
import { keyOperations } from './key-operations.js';
import { keyView, newKeyView, rotatedKeyView } from './key-view.js';

/** What the key routes need. */
export interface KeysRouterDeps {
  readonly auth: Pick<Auth, 'requireCaller' | 'apiKeys'>;
}

/** `/keys`: API keys for the dashboard, in every tier that includes this service. It accepts only the dashboard's token. */
export function createKeysRouter({ auth }: KeysRouterDeps): Router {
  const guard: readonly RequestHandler[] = [auth.requireCaller({ accept: ['jwt'] })];
  const verified = [...guard, requireVerifiedEmail];
  return defineRoutes([
    endpoint(keyOperations.listKeys, {
      guard,
      handle: async (_input, req, res) => {
        res.json({ keys: (await auth.apiKeys.list(callerOf(req))).map(keyView) });
      },
    }),
    endpoint(keyOperations.createKey, {
      guard: verified,
      handle: async ({ body }, req, res) => {
        const { allowed_ips: allowedIps, expires_at: expiresAt, name, scopes } = body;
        const key = newKeyOf({ name, expiresAt, scopes, allowedIps }, req);
        res.json(newKeyView(await auth.apiKeys.create(callerOf(req), key, actorOf(req))));
      },
    }),
    endpoint(keyOperations.revokeKey, {
      guard,
      handle: async (_input, req, res) => {
        const prefix = keyPrefixParam(req);
        await auth.apiKeys.revoke(callerOf(req), prefix, actorOf(req));
        res.json({ message: `The key ${prefix} has been revoked for good.` });
      },
    }),
    endpoint(keyOperations.rotateKey, {
      guard: verified,
      handle: async ({ body }, req, res) => {
        const options = { overlapSeconds: body.overlap_seconds, idempotencyKey: idempotencyKeyOf(req) };
        res.json(rotatedKeyView(await auth.apiKeys.rotate(callerOf(req), keyPrefixParam(req), options, actorOf(req))));
      },
    }),
  ]);
}
