import { instant, integer, list, nullable, object, text, uuid } from '@tripline/service';
import type { RulesOperation } from '../openapi/credential.js';
import { NO_PLATFORM } from './rule-counts.js';

const counts = (description: string) => ({ type: 'object', additionalProperties: integer, description });

/** How `GET /v1/team/analytics` stands in the OpenAPI document. */
export const analyticsOperations: readonly RulesOperation[] = [
  {
    method: 'get',
    path: '/v1/team/analytics',
    tag: 'Team',
    summary: "Read the team's statistics",
    description:
      "Counts the rules made in the team, former members' included; they stay the team's. Days are UTC's; the last 30 days are today and the 29 before, each listed, oldest first.",
    security: 'jwt',
    success: {
      status: 200,
      description: 'The statistics at this moment.',
      data: object({
        totalRules: integer,
        rulesLast30Days: integer,
        topTechniques: {
          ...list(object({ id: text, name: nullable(text), count: integer })),
          description: 'the ten most frequent, most frequent first; a sub-technique counts as itself',
        },
        rulesByPlatform: counts(`by platform id; "${NO_PLATFORM}" for rules of no known platform`),
        rulesByLevel: counts('by level'),
        memberActivity: list(
          object({
            userId: uuid,
            email: nullable(text),
            role: { ...nullable(text), description: 'null for a former member whose rules are still here' },
            rulesGenerated: integer,
            lastActiveAt: { ...nullable(instant), description: 'their last recorded action in the team' },
          }),
        ),
        rulesPerDay: list(object({ date: { type: 'string', format: 'date' }, count: integer })),
      }),
    },
    errors: { 429: 'More than 60 calls a minute.' },
  },
];
