import { json } from '@tripline/service';
import { describeOperations } from '../../openapi/credential.js';
import { sightResource } from './sight-resource.js';

/** How sights stand in the OpenAPI document. */
export const sightOperations = describeOperations({
  listSights: {
    method: 'get',
    path: '/accounts/{id}/coverage/sights',
    tag: 'Coverage',
    summary: 'List what other accounts see of an account',
    description:
      'Findings and events that go from the account to another one, or to a region that is not scanned: by a delegated administrator, an event bus, the log group of a trail. Where the other account is connected by the same owner, they count as seen there; where it is not, what hangs on them is unknown.',
    security: 'any',
    scope: 'coverage:read',
    params: { id: json.uuid },
    success: {
      status: 200,
      description: 'By region, service and where it goes.',
      data: json.object({ cloud_account_id: json.uuid, sights: json.list(sightResource) }),
    },
    errors: { 404: 'You have no account with this id.' },
  },
});
