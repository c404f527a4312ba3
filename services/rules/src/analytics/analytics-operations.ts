import { describeOperations } from '../openapi/credential.js';
import { analyticsResource } from './analytics-resource.js';

/** How `GET /v1/team/analytics` stands in the OpenAPI document. */
export const analyticsOperations = describeOperations({
  getTeamAnalytics: {
    method: 'get',
    path: '/v1/team/analytics',
    tag: 'Team',
    summary: "Read the team's statistics",
    description:
      'Counts the rules made in the team, those of former members too. Days are in UTC; the last 30 days are today and the 29 before it, each listed, oldest first.',
    security: 'jwt',
    success: {
      status: 200,
      description: 'The statistics at this moment.',
      data: analyticsResource,
    },
    errors: {},
  },
});
