import { json, type TypeOf } from '@tripline/service';
import { NO_PLATFORM } from './rule-counts.js';

const counts = json.byName(json.integer);

/** A team's statistics. */
export const analyticsResource = json.object({
  totalRules: json.integer.example(412),
  rulesLast30Days: json.integer.example(37),
  topTechniques: json
    .list(
      json.object({
        id: json.text.example('T1059.001'),
        name: json.nullable(json.text).example('PowerShell'),
        count: json.integer.example(24),
      }),
    )
    .description('the ten most frequent, most frequent first; a sub-technique is counted apart from its parent'),
  rulesByPlatform: counts
    .description(`by platform id; "${NO_PLATFORM}" for rules of no known platform`)
    .example({ 'cloud-audit-1': 40 }),
  rulesByLevel: counts.description('by level').example({ high: 120, medium: 250 }),
  memberActivity: json.list(
    json.object({
      userId: json.uuid,
      email: json.nullable(json.text).example('ada@example.com'),
      role: json
        .nullable(json.text)
        .description('null for a former member whose rules the team still has')
        .example('member'),
      rulesGenerated: json.integer.example(31),
      lastActiveAt: json.nullable(json.instant).description('their last recorded action in the team'),
    }),
  ),
  rulesPerDay: json.list(json.object({ date: json.text.example('2026-03-05'), count: json.integer.example(2) })),
});
export type TeamAnalytics = TypeOf<typeof analyticsResource>;
