import { describeKeys } from '@tripline/auth/http';
import { describeOperations } from '../openapi/credential.js';
import { snakeCase } from './snake-case.js';

const { create, list, revoke, rotate } = describeKeys({
  path: '/keys',
  fromTier: 'individual',
  made: 200,
  names: snakeCase,
  examples: { scopes: ['coverage:read', 'scans:run'] },
});

/** The key paths of the OpenAPI document. */
export const keyOperations = describeOperations({
  listKeys: list,
  createKey: create,
  revokeKey: revoke,
  rotateKey: rotate,
});
