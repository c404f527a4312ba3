import { technique } from '@tripline/attack';
import { listTeamActivity, type TeamScope } from '@tripline/auth';
import type { Knex } from '@tripline/service';
import type { TeamAnalytics } from './analytics-resource.js';
import { countRules, type RuleCount } from './rule-counts.js';

const DAY_MS = 86_400_000;
const DAYS = 30;

/** The statistics of a team at a moment. The last 30 days are UTC's days: today so far, and the 29 before. */
export async function teamAnalytics(scope: TeamScope, db: Knex, now: Date): Promise<TeamAnalytics> {
  const today = Math.floor(now.getTime() / DAY_MS);
  const days = Array.from({ length: DAYS }, (_, n) => new Date((today - DAYS + 1 + n) * DAY_MS));
  const counts = await countRules(scope, db, days[0] ?? now);
  const rulesOf = new Map(counts.byMaker.map(({ key, rules }) => [key, rules]));
  const activity = await listTeamActivity(scope, db, [...rulesOf.keys()]);
  const onDay = new Map(counts.byDay.map(({ key, rules }) => [key, rules]));
  const rulesPerDay = days.map((day) => {
    const date = day.toISOString().slice(0, 10);
    return { date, count: onDay.get(date) ?? 0 };
  });
  return {
    totalRules: sum(counts.byMaker),
    rulesLast30Days: rulesPerDay.reduce((total, { count }) => total + count, 0),
    topTechniques: counts.byTechnique.map(({ key, rules }) => ({
      id: key,
      name: technique(key)?.name ?? null,
      count: rules,
    })),
    rulesByPlatform: asObject(counts.byPlatform),
    rulesByLevel: asObject(counts.byLevel),
    memberActivity: activity.map((person) => ({ ...person, rulesGenerated: rulesOf.get(person.userId) ?? 0 })),
    rulesPerDay,
  };
}

const sum = (counts: readonly RuleCount[]): number => counts.reduce((total, { rules }) => total + rules, 0);

const asObject = (counts: readonly RuleCount[]): Record<string, number> =>
  Object.fromEntries(counts.map(({ key, rules }) => [key, rules]));
