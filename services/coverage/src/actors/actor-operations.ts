import { json } from '@tripline/service';
import { attackVersion } from '../openapi/attack-version.js';
import { describeOperations } from '../openapi/credential.js';
import { actorCoverageResource, actorResource } from './actor-resource.js';
import { actorQuery } from './actor-schema.js';

const TAG = 'Actors';

/** The paths of actors in the OpenAPI document. */
export const actorOperations = describeOperations({
  listActors: {
    method: 'get',
    path: '/actors',
    tag: TAG,
    summary: 'List groups and campaigns',
    description:
      'Those of ATT&CK of which it records techniques, by id. `q` finds ids, names and aliases. An account chooses some by `actor_ids` of PATCH /accounts/{id}.',
    security: 'any',
    scope: 'coverage:read',
    query: actorQuery,
    success: {
      status: 200,
      description: 'A page of actors.',
      data: json.object({ attack_version: attackVersion, actors: json.list(actorResource), total: json.integer }),
    },
    errors: {},
  },
  getActorCoverage: {
    method: 'get',
    path: '/accounts/{id}/coverage/actors',
    tag: TAG,
    summary: 'Get the coverage of chosen actors',
    description: 'How much of what each actor does the newest snapshot covers, in the order in which they were chosen.',
    security: 'any',
    scope: 'coverage:read',
    params: { id: json.uuid },
    success: {
      status: 200,
      description: 'The coverage of each actor.',
      data: json.object({
        cloud_account_id: json.uuid,
        attack_version: attackVersion,
        actors: json.list(actorCoverageResource),
        total: json.integer,
      }),
    },
    errors: { 404: 'You have no account with this id, or it has never been scanned.' },
  },
});
