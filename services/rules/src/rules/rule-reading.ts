import { type OwnerScope, ownedBy, ownerId, type TeamScope } from '@tripline/auth';
import type { Knex } from '@tripline/service';
import type { RuleText, StoredVersion } from '../rule/rule-model.js';
import { type SavedContent, wholeContent } from '../rule/rule-resource.js';
import {
  MADE_WITH,
  type MadeWithRow,
  STALE,
  SUMMARY_COLUMNS,
  type SummaryRow,
  toMark,
  toSummary,
} from '../rule/rule-row.js';

/** A version of a rule in the rule's list, without its content. */
export interface ListedVersion {
  readonly version: number;
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly title: string;
}

/** A generation that gave a rule. */
interface GivingGeneration {
  readonly id: string;
  readonly title: string;
  readonly createdAt: Date;
}

/** Most generations that a rule lists. */
const MOST_GENERATIONS = 20;

/**
 * One rule of the scope's owner by its key, the team's before the caller's own, with its newest version's content, a list of its
 * versions, oldest first, and the generations that gave it, newest first. Read in one statement: between two, a team may end, and its rules
 * go to their makers.
 */
export async function findRuleWithVersions(scope: OwnerScope | TeamScope, db: Knex, key: string) {
  type Row = SummaryRow &
    MadeWithRow & {
      content: SavedContent;
      stale: boolean;
      versions: readonly (Omit<ListedVersion, 'createdAt'> & { readonly createdAt: string })[];
      generations: readonly (Omit<GivingGeneration, 'createdAt'> & { readonly createdAt: string })[] | null;
    };
  const rows: Row[] = await db('rules.rules as rules')
    .join('rules.rule_versions as versions', (on) =>
      on.on('versions.rule_id', 'rules.id').andOn('versions.version', 'rules.version'),
    )
    .where('rules.key', key)
    .andWhere(ownedBy(scope))
    .select([
      db.raw(`${STALE} as stale`),
      'versions.content',
      ...MADE_WITH,
      ...SUMMARY_COLUMNS.map((column) => `rules.${column}`),
    ])
    .select(
      db.raw(`(
        select json_agg(json_build_object('version', version, 'createdAt', created_at, 'createdBy', created_by,
                                          'title', coalesce(kept.title, rules.title)) order by version)
        from rules.rule_versions as kept where rule_id = rules.id) as versions`),
    )
    .select(db.raw('(?) as generations', [givingGenerations(scope, db)]));
  const row = ofTeamFirst(scope, rows);
  if (row === undefined) return undefined;
  const versions: readonly ListedVersion[] = row.versions.map((version) => ({
    ...version,
    createdAt: new Date(version.createdAt),
  }));
  const generations: readonly GivingGeneration[] = (row.generations ?? []).map((one) => ({
    ...one,
    createdAt: new Date(one.createdAt),
  }));
  const rule = toSummary(row);
  const { id: ruleId, ownerId, version } = rule;
  const { stale, content } = row;
  const newest: StoredVersion = {
    ruleId,
    key,
    ownerId,
    version,
    stale,
    content: wholeContent(content),
    pipeline: toMark(row),
  };
  return { rule, newest, versions, generations };
}

/** The generations that gave a rule, as JSON: for a statement that calls the rule `rules`. */
const givingGenerations = (scope: OwnerScope | TeamScope, db: Knex): Knex.QueryBuilder =>
  db
    .from(
      db('rules.generations')
        .where(ownedBy(scope))
        .whereIn('id', db('rules.generation_rules').whereRaw('rule_id = rules.id').select('generation_id'))
        .orderBy([
          { column: 'created_at', order: 'desc' },
          { column: 'id', order: 'desc' },
        ])
        .limit(MOST_GENERATIONS)
        .select('id', 'title', 'created_at')
        .as('giving'),
    )
    .select(
      db.raw(
        `json_agg(json_build_object('id', id, 'title', title, 'createdAt', created_at) order by created_at desc, id desc)`,
      ),
    );

/** One version of a rule of the scope's owner, the team's before the caller's own; undefined also for one that is no longer kept. */
export async function findVersion(
  scope: OwnerScope,
  db: Knex,
  key: string,
  version: number,
): Promise<(ListedVersion & StoredVersion) | undefined> {
  type Row = MadeWithRow & {
    id: string;
    owner_id: string;
    created_at: Date;
    created_by: string;
    content: SavedContent | null;
    stale: boolean;
  };
  const rows: Row[] = await db('rules.rules as rules')
    .leftJoin('rules.rule_versions as versions', (on) =>
      on.on('versions.rule_id', 'rules.id').andOn('versions.version', db.raw('?', [version])),
    )
    .where('rules.key', key)
    .andWhere(ownedBy(scope))
    .select([
      ...['rules.id', 'owner_id', 'versions.created_at', 'versions.created_by', 'versions.content'],
      ...MADE_WITH,
      db.raw(`${STALE} as stale`),
    ]);
  const row = ofTeamFirst(scope, rows);
  if (row === undefined || row.content === null) return undefined;
  const { content, created_at: createdAt, created_by: createdBy, id: ruleId, owner_id: ownerId, stale } = row;
  const listed = { version, createdAt, createdBy, title: content.title };
  return { ...listed, ruleId, key, ownerId, stale, content: wholeContent(content), pipeline: toMark(row) };
}

/** Most bytes of content that are read at once: a version can have some megabytes, and an export reads many. */
const PORTION_BYTES = 4 * 1024 * 1024;

/** The text of a rule's newest version, and whose it is. */
export interface NewestText extends RuleText {
  /** The team it belongs to, else its maker. */
  readonly ownerId: string;
  readonly title: string;
  readonly version: number;
}

/** The newest YAML of rules of the scope's owner by their keys, in the order of the keys; unknown and foreign ones are missing. */
export async function findNewestText(scope: OwnerScope, db: Knex, keys: readonly string[]): Promise<NewestText[]> {
  // Of rules with the same key the team's stays, which comes after the caller's own.
  const byKey = new Map((await newestTextOf(scope, db, 'rules.key', keys)).map((rule) => [rule.key, rule]));
  return keys.flatMap((key) => byKey.get(key) ?? []);
}

/** The same by their ids, in no order. */
export const findNewestTextByIds = (scope: OwnerScope, db: Knex, ids: readonly string[]): Promise<NewestText[]> =>
  newestTextOf(scope, db, 'rules.id', ids);

async function newestTextOf(
  scope: OwnerScope,
  db: Knex,
  column: 'rules.key' | 'rules.id',
  values: readonly string[],
): Promise<NewestText[]> {
  const newest = () =>
    db('rules.rules as rules').join('rules.rule_versions as versions', (on) =>
      on.on('versions.rule_id', 'rules.id').andOn('versions.version', 'rules.version'),
    );
  const sizes = await newest()
    .whereIn(column, [...values])
    .andWhere(ownedBy(scope))
    .orderByRaw('owner_id = ?', [ownerId(scope)])
    .select<{ id: string; bytes: number }[]>(['rules.id', 'versions.bytes']);
  const byId = new Map<string, NewestText>();
  for (const ids of portions(sizes)) {
    const rows = await newest()
      .whereIn('rules.id', ids)
      .andWhere(ownedBy(scope))
      .select<{ id: string; key: string; owner_id: string; version: number; content: SavedContent }[]>([
        ...['rules.id', 'rules.key', 'owner_id', 'versions.version', 'versions.content'],
      ]);
    for (const { content, id, key, owner_id, version } of rows) {
      byId.set(id, { key, ownerId: owner_id, title: content.title, yaml: content.yaml, version });
    }
  }
  return sizes.flatMap(({ id }) => byId.get(id) ?? []);
}

/** The ids of rules in portions of at most {@link PORTION_BYTES}; a larger rule has a portion of its own. */
function* portions(rules: readonly { readonly id: string; readonly bytes: number }[]): Generator<string[]> {
  let ids: string[] = [];
  let sum = 0;
  for (const { id, bytes } of rules) {
    if (ids.length > 0 && sum + bytes > PORTION_BYTES) {
      yield ids;
      ids = [];
      sum = 0;
    }
    ids.push(id);
    sum += bytes;
  }
  if (ids.length > 0) yield ids;
}

/** Of rows with the same key, that of the team, else the caller's own. */
function ofTeamFirst<Row extends { readonly owner_id: string }>(
  scope: OwnerScope | TeamScope,
  rows: readonly Row[],
): Row | undefined {
  return rows.find(({ owner_id }) => owner_id === ownerId(scope)) ?? rows[0];
}
