import { json } from '@tripline/service';
import { userTierResource } from '../accounts/account-resources.js';
import { describeOperations } from '../identity-operation.js';
import { userPatchSchema } from './admin-schema.js';

/** How the operator's paths stand in the OpenAPI document. */
export const adminOperations = describeOperations({
  setUserTier: {
    method: 'patch',
    path: '/v1/admin/users/{id}',
    tag: 'Operator',
    summary: "Set a user's tier",
    security: 'admin',
    params: { id: json.uuid },
    body: userPatchSchema,
    success: {
      status: 200,
      description: 'The tier as it is now.',
      data: userTierResource,
    },
    errors: { 404: 'There is no such user.' },
  },
});
