import { byName, instant, integer, list, nullable, object, type TypeOf, text, uuid } from '@tripline/service';
import { NO_PLATFORM } from './rule-counts.js';

const counts = byName(integer);

/** A team's statistics. */
export const analyticsResource = object({
  totalRules: integer.example(412),
  rulesLast30Days: integer.example(37),
  topTechniques: list(
    object({ id: text.example('T1059.001'), name: nullable(text).example('PowerShell'), count: integer.example(24) }),
  ).description('the ten most frequent, most frequent first; a sub-technique counts as itself'),
  rulesByPlatform: counts
    .description(`by platform id; "${NO_PLATFORM}" for rules of no known platform`)
    .example({ 'cloud-audit-1': 40 }),
  rulesByLevel: counts.description('by level').example({ high: 120, medium: 250 }),
  memberActivity: list(
    object({
      userId: uuid,
      email: nullable(text).example('ada@example.com'),
      role: nullable(text).description('null for a former member whose rules are still here').example('member'),
      rulesGenerated: integer.example(31),
      lastActiveAt: nullable(instant).description('their last recorded action in the team'),
    }),
  ),
  rulesPerDay: list(object({ date: text.example('2026-03-05'), count: integer.example(2) })),
});
export type TeamAnalytics = TypeOf<typeof analyticsResource>;
