import { ownerId, type TeamScope } from '@tripline/auth';
import type { Knex } from '@tripline/service';

/** A value rules can be counted by, and how many have it. */
export interface RuleCount {
  readonly key: string;
  readonly rules: number;
}

/** How a team's rules are spread. */
export interface RuleCounts {
  readonly byMaker: readonly RuleCount[];
  /** Keys are platform ids, or {@link NO_PLATFORM}. */
  readonly byPlatform: readonly RuleCount[];
  readonly byLevel: readonly RuleCount[];
  /** Keys are days in UTC, `YYYY-MM-DD`; only those since the first day asked for that have rules. */
  readonly byDay: readonly RuleCount[];
  /** The ten most frequent, most frequent first. */
  readonly byTechnique: readonly RuleCount[];
}

/** The key for rules that belong to none of our platforms. */
export const NO_PLATFORM = 'none';

const TOP_TECHNIQUES = 10;

/** Rules by the set of techniques they name, in the two parts that the indexes of step 0002 cover. */
const SETS = ['<= 400', '> 400']
  .map(
    (length) =>
      `select technique_set, count(*) as rules from rules.rules where owner_id = :owner and length(technique_set) ${length} group by 1`,
  )
  .join(' union all ');

/**
 * Counts a team's rules in one statement, so that all counts are of one moment. Days are UTC's, whatever the session's time zone.
 * @param since the first moment of the first day
 */
export async function countRules(scope: TeamScope, db: Knex, since: Date): Promise<RuleCounts> {
  const { rows } = await db.raw<{ rows: (RuleCount & { by: string })[] }>(
    `with spread as (
       select created_by, platform, level, count(*) as rules from rules.rules where owner_id = :owner group by 1, 2, 3
     ),
     sets as (${SETS}),
     counts as (
       select 'maker' as by, created_by::text as key, sum(rules) as rules from spread group by 2
       union all select 'platform', coalesce(platform, :noPlatform), sum(rules) from spread group by 2
       union all select 'level', level, sum(rules) from spread group by 2
       union all
         select 'day', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD'), count(*) from rules.rules
         where owner_id = :owner and created_at >= :since group by 2
       union all
         (select 'technique', id, sum(rules) from sets, unnest(string_to_array(technique_set, ' ')) as id
          group by 2 order by 3 desc, 2 limit :top)
     )
     select by, key, rules::double precision as rules from counts order by rules desc, key`,
    { owner: ownerId(scope), since, noPlatform: NO_PLATFORM, top: TOP_TECHNIQUES },
  );
  const of = (by: string): RuleCount[] => rows.filter((row) => row.by === by).map(({ key, rules }) => ({ key, rules }));
  return {
    byMaker: of('maker'),
    byPlatform: of('platform'),
    byLevel: of('level'),
    byDay: of('day'),
    byTechnique: of('technique'),
  };
}
