import { madeBy, type OwnerScope, ownedBy, partOf, refuseLapsedTeam, scopeOf, type TeamScope } from '@tripline/auth';
import type { Knex } from '@tripline/service';
import type { Request } from 'express';
import type { RuleSummary, StoredVersion } from '../rule/rule-model.js';
import type { RuleMeasuresResource, RuleTextResource } from '../rule/rule-resource.js';
import { STALE, SUMMARY_COLUMNS, type SummaryRow, toSummary } from '../rule/rule-row.js';
import { foundIn, type SearchedRow } from './found-in.js';
import { countRules, type RuleCounts, widened } from './rule-counts.js';
import { narrow, type RuleFilter } from './rule-filter.js';
import { inOrder, positionIn, type RuleOrder, type RulePlace } from './rule-order.js';
import { CONTENT_COLUMN } from './yaml-column.js';

/** Filters of a team's rule list. */
export interface TeamRuleFilter extends Omit<RuleFilter, 'owner'> {
  /** The id of the user who made them. */
  readonly createdBy?: string;
}

/** How many rows of a list, in which order, and after which. */
export interface RulePage {
  readonly limit: number;
  readonly order: RuleOrder;
  readonly after?: RulePlace;
  /** Whether to count the rules by what the list can be narrowed to. */
  readonly counts?: boolean;
  /** Whether to tell how noisy the rules are, and with how many events they are proven: it takes a look at the content of each. */
  readonly measures?: boolean;
  /** Whether to give the rules' texts and the events that they match. */
  readonly sigma?: boolean;
}

/**
 * The scope of a request that chooses rules by a filter.
 * @throws ForbiddenError where the filter asks for the team's and the team's subscription has run out
 */
export function scopeOfList(req: Request, { owner }: Pick<RuleFilter, 'owner'>): OwnerScope {
  if (owner === 'team') refuseLapsedTeam(req);
  return scopeOf(req);
}

/**
 * The rules that the caller's list shows under a filter, without columns and order: whatever acts on a list chooses them here. Without an owner
 * in the filter they are those that the caller made, otherwise all of that owner.
 */
export function listedRules(scope: OwnerScope, db: Knex, { owner, ...filter }: RuleFilter): Knex.QueryBuilder {
  const whose = owner === undefined ? madeBy(scope) : ownedBy(partOf(scope, owner));
  return db('rules.rules').where(whose).modify(narrow, filter);
}

/** The same of a team's list. */
function listedTeamRules(scope: TeamScope, db: Knex, { createdBy, ...filter }: TeamRuleFilter): Knex.QueryBuilder {
  const query = db('rules.rules').where(ownedBy(scope)).modify(narrow, filter);
  return createdBy === undefined ? query : query.where({ created_by: createdBy });
}

/** Further rules are not counted: their exact number would cost a look at each. */
const MOST_COUNTED = 10_000;

/** A page of a list. */
export interface RuleList {
  /** One more than the page's limit, where there are more. */
  readonly rows: readonly (RuleSummary &
    Pick<StoredVersion, 'stale'> &
    Pick<RulePlace, 'position'> &
    RuleMeasuresResource & {
      readonly found: ReturnType<typeof foundIn>;
      readonly sigma: RuleTextResource | null;
    })[];
  /** How many rules fit, up to {@link MOST_COUNTED}. */
  readonly total: number;
  /** Whether there are more than `total`. */
  readonly moreThanTotal: boolean;
  /** Null where nobody asked, or more than {@link MOST_COUNTED} rules would have to be looked at. */
  readonly counts: RuleCounts | null;
}

/** The caller's rules that fit a filter. */
export function listRules(scope: OwnerScope, db: Knex, filter: RuleFilter, page: RulePage): Promise<RuleList> {
  return pageOf(db, (narrowed) => listedRules(scope, db, narrowed), filter, page);
}

/** A team's rules, whoever made them, including former members; otherwise as {@link listRules}. */
export function listTeamRules(scope: TeamScope, db: Knex, filter: TeamRuleFilter, page: RulePage): Promise<RuleList> {
  return pageOf(db, (narrowed) => listedTeamRules(scope, db, narrowed), filter, page);
}

/** What of a rule's newest version stands in its row of a list. */
interface MeasuredRow {
  readonly stale: boolean | null;
  readonly measures?: RuleMeasuresResource | null;
  readonly sigma?: RuleTextResource | null;
}

const NOT_MEASURED: RuleMeasuresResource = { noise: null, testEvents: null };

/** Something of the content of a rule's newest version, in SQL. */
const ofContent = (what: string): string => `(
  select ${what} from rules.rule_versions as versions, lateral (select ${CONTENT_COLUMN} as readable) as contents
  where versions.rule_id = rules.id and versions.version = rules.version)`;

const MEASURES = ofContent(`json_build_object('noise', readable->'noise', 'testEvents', json_build_object(
  'match', json_array_length(readable->'tests'->'match'), 'noMatch', json_array_length(readable->'tests'->'noMatch')))`);

/** A page has up to 200 rules: a longer text is read by itself. */
const LONGEST_TEXT = 64 * 1024;
const SIGMA = ofContent(
  `case when length(readable->>'yaml') + length(readable->'tests'->>'match') <= ${LONGEST_TEXT}
     then json_build_object('yaml', readable->>'yaml', 'events', readable->'tests'->'match') end`,
);

async function pageOf<F extends Pick<RuleFilter, 'level' | 'platform' | 'q' | 'state'>>(
  db: Knex,
  listed: (filter: F | Omit<F, 'level' | 'platform' | 'state'>) => Knex.QueryBuilder,
  filter: F,
  { after, counts = false, limit, measures = false, order, sigma = false }: RulePage,
): Promise<RuleList> {
  const query = listed(filter).limit(limit + 1);
  inOrder(query, order, after);
  const stale = `(select ${STALE} from rules.rule_versions as versions where rule_id = rules.id and version = rules.version)`;
  const { q } = filter;
  const page: Promise<(SummaryRow & SearchedRow & MeasuredRow & { position: string })[]> = query.select([
    ...SUMMARY_COLUMNS,
    ...(q === undefined ? [] : ['description', 'detection_values']),
    db.raw(`${stale} as stale`),
    ...(measures ? [db.raw(`${MEASURES} as measures`)] : []),
    ...(sigma ? [db.raw(`${SIGMA} as sigma`)] : []),
    db.raw(positionIn(order)),
  ]);
  const counted = db.count<[{ count: string }]>('*').from(
    listed(filter)
      .select(db.raw('1'))
      .limit(MOST_COUNTED + 1)
      .as('fitting'),
  );
  const byValue = counts ? countRules(db, listed(widened(filter)), filter, MOST_COUNTED) : null;
  const [rows, [row], found] = await Promise.all([page, counted, byValue]);
  const founds = q === undefined ? undefined : await foundInRows(q, rows, db, () => listed(filter));
  const count = Number(row?.count ?? 0);
  const total = Math.min(count, MOST_COUNTED);
  return {
    rows: rows.map((row) => ({
      ...toSummary(row),
      ...{ stale: row.stale ?? false, position: row.position },
      ...(row.measures ?? NOT_MEASURED),
      sigma: row.sigma ?? null,
      found: founds?.get(row.key) ?? null,
    })),
    total,
    moreThanTotal: count > total,
    counts: found,
  };
}

/** Where a search found each rule of a page, by its key. A value is shown as the rule has it: rows keep them in lower case. */
async function foundInRows(
  q: string,
  rows: readonly (SearchedRow & { readonly key: string })[],
  db: Knex,
  listed: () => Knex.QueryBuilder,
): Promise<ReadonlyMap<string, ReturnType<typeof foundIn>>> {
  const founds = new Map(rows.map((row) => [row.key, foundIn(q, row)]));
  const byValue = rows.filter(({ key }) => founds.get(key)?.in === 'value');
  if (byValue.length === 0) return founds;
  const evidence = `(select content->'evidence' from rules.rule_versions as versions where rule_id = rules.id and version = rules.version)`;
  const written: { key: string; evidence: readonly { readonly value: string }[] | null }[] = await listed()
    .whereIn(
      'key',
      byValue.map(({ key }) => key),
    )
    .select('key', db.raw(`${evidence} as evidence`));
  const valuesOf = new Map(written.map(({ key, evidence }) => [key, (evidence ?? []).map(({ value }) => value)]));
  for (const row of byValue) {
    const own = new Map(valuesOf.get(row.key)?.map((value) => [value.toLowerCase(), value]));
    const found = foundIn(q, {
      ...row,
      detection_values: row.detection_values.map((value) => own.get(value) ?? value),
    });
    if (found !== null) founds.set(row.key, found);
  }
  return founds;
}
