import { json } from '@tripline/service';
import { describeOperations } from '../openapi/credential.js';
import { matrixResource } from './matrix-resource.js';
import { matrixQuery } from './matrix-schema.js';

/** How the matrix stands in the OpenAPI document. */
export const matrixOperations = describeOperations({
  getCoverageMatrix: {
    method: 'get',
    path: '/accounts/{id}/coverage/matrix',
    tag: 'Coverage',
    summary: 'Get the coverage matrix',
    description:
      'Every technique of the newest snapshot with its status, whether logs show it and which actors use it, in one answer, sub-techniques below their parents. `actor` is an ATT&CK id of a group or campaign, or `chosen` for the account’s chosen actors; without it `used_by` tells of the chosen ones too.',
    security: 'any',
    scope: 'coverage:read',
    params: { id: json.uuid },
    query: matrixQuery,
    success: { status: 200, description: 'The matrix.', data: matrixResource },
    errors: { 404: 'You have no account with this id, or it has never been scanned.' },
  },
});
