import { instant, nullable, object, text, uuid } from '@tripline/service';
import type { RulesOperation } from '../openapi/credential.js';
import { userPatchSchema } from './admin-routes.js';

/** How the operator's paths stand in the OpenAPI document. */
export const adminOperations: readonly RulesOperation[] = [
  {
    method: 'patch',
    path: '/v1/admin/users/{id}',
    tag: 'Operator',
    summary: "Set a user's tier",
    security: 'admin',
    params: { id: uuid },
    body: userPatchSchema,
    success: {
      status: 200,
      description: 'The tier as it is now.',
      data: object({ id: uuid, email: text, tier: text, effectiveTier: text, expiresAt: nullable(instant) }),
    },
    errors: { 404: 'There is no such user.' },
  },
];
