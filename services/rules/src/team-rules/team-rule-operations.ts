import { json } from '@tripline/service';
import { describeOperations } from '../openapi/credential.js';
import { LIST_DESCRIPTION } from '../rules/rule-operations.js';
import { ruleListResource, ruleResource } from '../rules/rule-resource.js';
import { teamRuleListSchema } from './team-rule-schema.js';

/** How the team's rules stand in the OpenAPI document. */
export const teamRuleOperations = describeOperations({
  listTeamRules: {
    method: 'get',
    path: '/v1/team/rules',
    tag: 'Team',
    summary: "List the team's rules",
    description: `What members made while in the team, former members included. \`createdBy\` takes the id of a user. ${LIST_DESCRIPTION}`,
    security: 'jwt',
    query: teamRuleListSchema,
    success: {
      status: 200,
      description: 'A page of rules.',
      data: ruleListResource,
    },
    errors: {},
  },
  getTeamRule: {
    method: 'get',
    path: '/v1/team/rules/{ruleKey}',
    tag: 'Team',
    summary: "Read one of the team's rules with a list of its versions",
    security: 'jwt',
    params: { ruleKey: json.uuid },
    success: { status: 200, description: 'The rule in its newest version.', data: ruleResource },
    errors: {
      400: 'The key is not a UUID.',
      404: 'The team has no such rule.',
    },
  },
});
