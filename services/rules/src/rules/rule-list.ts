import { madeBy, type OwnerScope, ownedBy, type TeamScope } from '@tripline/auth';
import type { Knex } from '@tripline/service';
import type { Cursor } from '../store/cursor.js';
import type { ListedRule } from './rule-model.js';
import { type RuleRow, STALE, SUMMARY_COLUMNS, toSummary } from './rule-row.js';

/** Filters of a rule list. */
export interface RuleFilter {
  readonly technique?: string;
  readonly platform?: string;
  readonly level?: string;
  readonly state?: string;
  readonly q?: string;
}

/** Filters of a team's rule list. */
export interface TeamRuleFilter extends RuleFilter {
  /** The id of the user who made them. */
  readonly createdBy?: string;
}

/** How many rows of a list, and after which row. */
export interface RulePage {
  readonly limit: number;
  readonly after?: Cursor;
}

/** The caller's own rules, newest first; one row more than `limit`, so that the caller can see whether there are more. */
export function listRules(scope: OwnerScope, db: Knex, filter: RuleFilter, page: RulePage): Promise<ListedRule[]> {
  return newestFirst(db, db('rules.rules').where(madeBy(scope)), filter, page);
}

/** A team's rules, whoever made them, including former members; otherwise as {@link listRules}. */
export function listTeamRules(
  scope: TeamScope,
  db: Knex,
  { createdBy, ...filter }: TeamRuleFilter,
  page: RulePage,
): Promise<ListedRule[]> {
  const query = db('rules.rules').where(ownedBy(scope));
  if (createdBy !== undefined) void query.where({ created_by: createdBy });
  return newestFirst(db, query, filter, page);
}

async function newestFirst(
  db: Knex,
  query: Knex.QueryBuilder,
  filter: RuleFilter,
  page: RulePage,
): Promise<ListedRule[]> {
  void query
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .limit(page.limit + 1);
  if (page.after !== undefined) {
    void query.whereRaw('(created_at, id) < (?::timestamptz, ?::uuid)', [page.after.createdAt, page.after.id]);
  }
  if (filter.technique !== undefined) void query.whereRaw('techniques @> array[?]::text[]', [filter.technique]);
  if (filter.platform !== undefined) void query.where('platform', filter.platform);
  if (filter.level !== undefined) void query.where('level', filter.level);
  if (filter.state !== undefined) void query.where('state', filter.state);
  if (filter.q !== undefined) {
    const pattern = `%${filter.q.replaceAll(/[\\%_]/g, '\\$&')}%`;
    void query.whereRaw('(title ilike ? or description ilike ?)', [pattern, pattern]);
  }
  const stale = `(select ${STALE} from rules.rule_versions as versions where rule_id = rules.id and version = rules.version)`;
  const rows: (RuleRow & { stale: boolean | null })[] = await query.select([
    ...SUMMARY_COLUMNS,
    db.raw(`${stale} as stale`),
  ]);
  return rows.map((row) => ({ ...toSummary(row), stale: row.stale ?? false }));
}
