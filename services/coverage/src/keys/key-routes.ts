import type { Auth } from '@tripline/auth';
import { createApiKeysRouter } from '@tripline/auth/http';
import type { Router } from 'express';
import { keyOperations } from './key-operations.js';
import { answerInSnakeCase } from './snake-case.js';

/** What the key routes need. */
export interface KeysRouterDeps {
  readonly auth: Pick<Auth, 'requireCaller' | 'apiKeys'>;
}

/** `/keys`: API keys for the dashboard, in every tier that includes this service. It accepts only the dashboard's token. */
export function createKeysRouter({ auth }: KeysRouterDeps): Router {
  const { createKey: create, listKeys: list, revokeKey: revoke, rotateKey: rotate } = keyOperations;
  return createApiKeysRouter({
    auth,
    guard: [auth.requireCaller({ accept: ['jwt'] })],
    operations: { create, list, revoke, rotate },
    succeed: (res, data, status = 200) => void res.status(status).json(answerInSnakeCase(data)),
  });
}
