import { json } from '@tripline/service';
import { describeOperations } from '../openapi/credential.js';
import { ruleListResource, ruleResource } from '../rule/rule-resource.js';
import { LIST_DESCRIPTION } from '../rules/rule-schemas.js';
import { ruleMove } from './team-rule-resource.js';
import { ruleMoveSchema, teamRuleListSchema } from './team-rule-schema.js';

/** How the team's rules stand in the OpenAPI document. */
export const teamRuleOperations = describeOperations({
  listTeamRules: {
    method: 'get',
    path: '/v1/team/rules',
    tag: 'Team',
    summary: "List the team's rules",
    description: `What members made while in the team or moved to it, former members included. \`createdBy\` takes the id of a user. ${LIST_DESCRIPTION}`,
    security: 'jwt',
    query: teamRuleListSchema,
    success: {
      status: 200,
      description: 'A page of rules.',
      data: ruleListResource,
    },
    errors: {},
  },
  moveRulesToTeam: {
    method: 'post',
    path: '/v1/team/rules/move',
    tag: 'Team',
    summary: 'Move rules of your own to the team',
    description:
      'With their versions and states; you stay their maker. A rule whose key the team has already stays yours, and `notMoved` says so. `all` moves at most 1,000 at once; `more` says whether some are left. What is moved stays with the team when you leave it.',
    security: 'jwt',
    body: ruleMoveSchema,
    success: { status: 200, description: 'What was moved, and what was not.', data: ruleMove },
    errors: {
      404: 'One of the keys is not a rule of yours or of the team; nothing is moved.',
      409: 'The team would store more than it may; the error says how many bytes to delete. Nothing is moved.',
    },
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
