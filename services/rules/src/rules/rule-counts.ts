import type { Knex } from '@tripline/service';

/** What a list of rules is narrowed to by one of a few values. */
const COUNTED = ['level', 'platform', 'state'] as const;
type Counted = (typeof COUNTED)[number];

/** How many rules there are with each value that there is, in no order. */
export type RuleCounts = Record<Counted, { value: string; count: number }[]>;

type Row = Readonly<Record<Counted, string | null>> & { readonly count: string };

/** A filter without what is counted. */
export function widened<F extends Partial<Record<Counted, string>>>(filter: F): Omit<F, Counted> {
  const { level: _level, platform: _platform, state: _state, ...rest } = filter;
  return rest;
}

/**
 * How many rules a list would have if it were narrowed to each value instead of the one that it is narrowed to: what is counted by levels has the filter's
 * platform and state, and so on.
 * @param all the rules that fit the rest of the filter (see {@link widened}), without columns
 * @param most how many rules are looked at
 * @returns null where there are more
 */
export async function countRules(
  db: Knex,
  all: Knex.QueryBuilder,
  filter: Readonly<Partial<Record<Counted, string>>>,
  most: number,
): Promise<RuleCounts | null> {
  const fitting = all
    .select(COUNTED.map((name) => `rules.${name}`))
    .limit(most + 1)
    .as('fitting');
  const rows: Row[] = await db
    .select([...COUNTED])
    .count('*')
    .from(fitting)
    .groupBy([...COUNTED]);
  if (rows.reduce((sum, { count }) => sum + Number(count), 0) > most) return null;
  const countedBy = (name: Counted): { value: string; count: number }[] => {
    const others = COUNTED.filter((other) => other !== name && filter[other] !== undefined);
    const counts = new Map<string, number>();
    for (const row of rows) {
      const value = row[name];
      if (value === null || others.some((other) => row[other] !== filter[other])) continue;
      counts.set(value, (counts.get(value) ?? 0) + Number(row.count));
    }
    return [...counts].map(([value, count]) => ({ value, count }));
  };
  return { level: countedBy('level'), platform: countedBy('platform'), state: countedBy('state') };
}
