import { describeOperations } from '../openapi/credential.js';
import { mySiemsResource, teamSiemsResource } from './siem-resource.js';
import { siemsBodySchema } from './siem-schemas.js';

const SHOWN_FIRST =
  'The dashboard shows their queries first, made for these stacks and places, and the others behind “more”. Calls of the API answer as without them.';
const NO_TEAM = 'You are in no team, the tier has none, or the subscription of its owner has run out.';

/** How the choice of SIEMs stands in the OpenAPI document. */
export const siemOperations = describeOperations({
  getMySiems: {
    method: 'get',
    path: '/v1/me/siems',
    tag: 'Accounts',
    summary: 'Your SIEMs and their data',
    description: SHOWN_FIRST,
    security: 'jwt',
    success: { status: 200, description: 'Your choice, the team’s, and which of them holds.', data: mySiemsResource },
    errors: {},
  },
  setMySiems: {
    method: 'put',
    path: '/v1/me/siems',
    tag: 'Accounts',
    summary: 'Choose your SIEMs and their data',
    description: `${SHOWN_FIRST} An empty list gives way to the team’s choice.`,
    security: 'jwt',
    body: siemsBodySchema,
    success: { status: 200, description: 'The choice as it is now.', data: mySiemsResource },
    errors: {},
  },
  getTeamSiems: {
    method: 'get',
    path: '/v1/team/siems',
    tag: 'Teams',
    summary: 'The team’s SIEMs and their data',
    description: 'They hold for members who have chosen none themselves.',
    security: 'jwt',
    success: { status: 200, description: 'The team’s choice.', data: teamSiemsResource },
    errors: { 403: NO_TEAM },
  },
  setTeamSiems: {
    method: 'put',
    path: '/v1/team/siems',
    tag: 'Teams',
    summary: 'Choose the team’s SIEMs and their data',
    description: 'For the owner and admins. They hold for members who have chosen none themselves.',
    security: 'jwt',
    body: siemsBodySchema,
    success: { status: 200, description: 'The team’s choice as it is now.', data: teamSiemsResource },
    errors: { 403: `You are a plain member. ${NO_TEAM}` },
  },
});
