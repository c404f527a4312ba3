import { type OwnerScope, ownersOf } from '@tripline/auth';
import { type Knex, storableJson } from '@tripline/service';
import type { Account } from '../accounts/account-model.js';
import { COUNTED_MAPPINGS } from '../inventory/counted-mappings.js';
import { EXCLUDED_TECHNIQUES, NOT_EXCLUDED } from '../inventory/exclusion-store.js';
import { PROVEN_TECHNIQUES } from '../inventory/proof-store.js';
import type { KnownCell, TechniqueCoverage } from './compute-coverage.js';
import type { FailedCheck } from './coverage-reasons.js';
import { loadForwards } from './sights/sight-store.js';
import type { SnapshotSummary } from './snapshot-model.js';
import { readFeed, type StoredFeed } from './stored-feed.js';
import type { Unverified } from './unknown-techniques.js';

/** What counts: mappings to `detect` a technique, as changed by overrides, of detections that are neither removed nor excluded. */
export const COUNTING = `coverage.detections d join ${COUNTED_MAPPINGS} t on t.detection_id = d.id
  where d.account_id = :accountId and d.status <> 'removed' and ${NOT_EXCLUDED}`;

/** The failing checks of an account that ask for a detection, with the techniques it would detect. */
export async function loadFailedChecks(db: Knex, accountId: string): Promise<FailedCheck[]> {
  const { rows } = await db.raw<{ rows: FailedCheck[] }>(
    `select t.technique_id as "techniqueId", d.name, d.region as scope
     from coverage.detections d join coverage.detection_techniques t on t.detection_id = d.id
     where d.account_id = ? and d.status not in ('removed', 'disabled') and d.compliance = 'failed' and t.asks
     order by d.name, d.region`,
    [accountId],
  );
  return rows;
}

/** The account's grid as its scans last saw it, in the scopes that the account wants now. */
export async function loadCells(db: Knex, accountId: string): Promise<KnownCell[]> {
  const { rows } = await db.raw<{ rows: StoredCell[] }>(
    `select c.service, c.region as scope, c.is_known as "isKnown", c.read_at as "readAt", c.feeds
     from coverage.account_cells c join coverage.cloud_accounts a on a.id = c.account_id
     where c.account_id = ? and (a.regions is null or c.region = any(a.regions))`,
    [accountId],
  );
  const forwards = await loadForwards(db, accountId);
  return rows.map((row) => {
    const own = forwards.filter(({ service, scope }) => service === row.service && scope === row.scope);
    return { ...readCell(row), forwards: own.map(({ forward }) => forward) };
  });
}

/** A cell as selected, with its feeds in the form of the tables. */
export type StoredCell = Omit<KnownCell, 'feeds'> & { readonly feeds: readonly StoredFeed[] | null };

/** A cell with its feeds. */
export const readCell = ({ feeds, ...cell }: StoredCell): KnownCell => ({
  ...cell,
  feeds: feeds?.map(readFeed) ?? null,
});

/**
 * Writes a snapshot with its techniques, and the detections of each, the best first. Those are as many as the account has, so they never
 * leave Postgres.
 */
export async function insertSnapshot(
  trx: Knex,
  accountId: string,
  summary: SnapshotSummary,
  techniques: readonly TechniqueCoverage[],
): Promise<void> {
  const snapshot = {
    id: summary.id,
    account_id: accountId,
    scan_id: summary.scanId,
    attack_version: summary.attackVersion,
    counting: summary.counting,
    reading: summary.reading,
    total_techniques: summary.total,
    covered_techniques: summary.covered,
    partial_techniques: summary.partial,
    uncovered_techniques: summary.uncovered,
    unverified_techniques: summary.unverified,
    unknown_cells: summary.unknownCells,
    coverage_percent: summary.coveragePercent,
    average_confidence: summary.averageConfidence,
    by_tactic: summary.byTactic,
    regions: summary.scopes.map(({ scope, readAt }) => ({ region: scope, readAt })),
    by_region: summary.byScope,
    visible: summary.visible,
    created_at: summary.createdAt,
  };
  const rows = techniques.map((one) => ({
    snapshot_id: summary.id,
    technique_id: one.techniqueId,
    status: one.status,
    is_unverified: one.isUnverified,
    confidence: one.confidence,
    detection_count: one.detectionCount,
    effective_detection_count: one.effectiveDetectionCount,
    regions_needed: one.scopesNeeded,
    regions_covered: one.scopesCovered,
    regions_partial: one.scopesPartial,
    regions_unknown: one.scopesUnknown,
    reasons: one.reasons,
  }));
  const columns = Object.keys(rows[0] ?? {}).join(', ');
  await trx.raw(
    `with snapshot as (
       insert into coverage.snapshots (${Object.keys(snapshot).join(', ')})
       select ${Object.keys(snapshot).join(', ')} from json_populate_record(cast(null as coverage.snapshots), cast(:snapshot as json))
     ), found as materialized (
       select t.technique_id, array_agg(d.id order by t.confidence desc, d.id) as ids from ${COUNTING} group by t.technique_id
     )
     insert into coverage.snapshot_techniques (${columns}, detection_ids)
     select ${columns}, coalesce(found.ids, '{}')
     from json_populate_recordset(cast(null as coverage.snapshot_techniques), cast(:techniques as json)) one
       left join found using (technique_id)`,
    { accountId, snapshot: storableJson(snapshot), techniques: storableJson(rows) },
  );
}

const SUMMARY_COLUMNS = {
  id: 'id',
  scanId: 'scan_id',
  attackVersion: 'attack_version',
  counting: 'counting',
  reading: 'reading',
  total: 'total_techniques',
  covered: 'covered_techniques',
  partial: 'partial_techniques',
  uncovered: 'uncovered_techniques',
  unverified: 'unverified_techniques',
  unknownCells: 'unknown_cells',
  coveragePercent: 'coverage_percent',
  averageConfidence: 'average_confidence',
  byTactic: 'by_tactic',
  scopes: 'regions',
  byScope: 'by_region',
  visible: 'visible',
  createdAt: 'created_at',
} as const;

/** How many of a snapshot's techniques are unknown: counted, since snapshots that were taken before it was asked for have no column of it. */
const unknownOf = (snapshot: string): string =>
  `(select count(*)::int from coverage.snapshot_techniques t where t.snapshot_id = ${snapshot}.id and t.status = 'uncovered' and t.is_unverified)`;

const summaryColumns = (db: Knex) => [db.raw(`${columnsOf('snapshots')}, ${unknownOf('snapshots')} as unknown`)];

/** The columns of {@link SUMMARY_COLUMNS} under their names, from the table of this name. */
const columnsOf = (table: string): string =>
  Object.entries(SUMMARY_COLUMNS)
    .map(([name, column]) => `${table}.${column} as "${name}"`)
    .join(', ');

/** A snapshot as selected, with its scopes in the form of the table. */
type SummaryRow = Omit<SnapshotSummary, 'scopes'> & {
  readonly scopes: readonly { readonly region: string; readonly readAt: string }[];
};

const readSummary = (row: SummaryRow): SnapshotSummary => ({
  ...row,
  scopes: row.scopes.map(({ region, readAt }) => ({ scope: region, readAt })),
});

const NEWEST = [
  { column: 'created_at', order: 'desc' },
  { column: 'id', order: 'desc' },
] as const;

/** An account's newest snapshot. */
export async function latestSnapshot(db: Knex, accountId: string): Promise<SnapshotSummary | undefined> {
  return db('coverage.snapshots')
    .where({ account_id: accountId })
    .orderBy([...NEWEST])
    .first<SummaryRow | undefined>(summaryColumns(db))
    .then((row) => row && readSummary(row));
}

const UNVERIFIED = `(
  select coalesce(json_agg(json_build_object('techniqueId', t.technique_id, 'status', t.status, 'isUnverified', true,
    'scopesCovered', t.regions_covered, 'scopesPartial', t.regions_partial, 'scopesUnknown', t.regions_unknown)), '[]')
  from coverage.snapshot_techniques t where t.snapshot_id = s.id and t.is_unverified
)`;

/** The account's own fields in the summary. */
export interface SummarisedAccount extends Pick<Account, 'id' | 'name' | 'provider' | 'lastScanAt'> {
  /** Ids of the techniques that the account excludes now. */
  readonly excluded: readonly string[];
  /** Ids of the techniques that it has proven, as far as the proof still counts. */
  readonly proven: readonly string[];
}

type AccountRow = SummaryRow &
  Omit<SummarisedAccount, 'id'> & { readonly accountId: string; readonly unverifiedOnes: readonly Unverified[] };

/**
 * A scope's account with its newest snapshot, in one statement, since callers poll it. Undefined when the scope has no such account; the
 * snapshot is undefined when there is none yet.
 */
export async function findSummary(
  scope: OwnerScope,
  db: Knex,
  accountId: string,
): Promise<
  | {
      readonly account: SummarisedAccount;
      readonly snapshot: SnapshotSummary | undefined;
      /** The snapshot's techniques that are unverified. */
      readonly unverified: readonly Unverified[];
    }
  | undefined
> {
  const { rows } = await db
    .raw<{ rows: AccountRow[] }>(
      `select a.id as "accountId", a.name, a.provider, a.last_scan_at as "lastScanAt", ${EXCLUDED_TECHNIQUES} as excluded,
              ${PROVEN_TECHNIQUES} as proven, ${columnsOf('s')},
              ${unknownOf('s')} as unknown, ${UNVERIFIED} as "unverifiedOnes"
       from coverage.cloud_accounts a left join lateral (
         select * from coverage.snapshots where account_id = a.id order by created_at desc, id desc limit 1
       ) s on true
       where a.id = ? and a.owner_id = any(?)`,
      [accountId, [...ownersOf(scope)]],
    )
    // A named statement is parsed and planned once per connection, which takes longer than running it.
    .options({ name: 'coverage-summary' });
  const [row] = rows;
  if (row === undefined) return undefined;
  const { accountId: id, name, provider, lastScanAt, excluded, proven, unverifiedOnes: unverified, ...snapshot } = row;
  return {
    account: { id, name, provider, lastScanAt, excluded, proven },
    snapshot: snapshot.id === null ? undefined : readSummary(snapshot),
    unverified,
  };
}

/** One of an account's snapshots. */
export async function findSnapshot(db: Knex, accountId: string, id: string): Promise<SnapshotSummary | undefined> {
  return db('coverage.snapshots')
    .where({ account_id: accountId, id })
    .first<SummaryRow | undefined>(summaryColumns(db))
    .then((row) => row && readSummary(row));
}

/** An account's snapshots, newest first. */
export async function listSnapshots(
  db: Knex,
  accountId: string,
  page: { limit: number; offset: number },
): Promise<{ snapshots: SnapshotSummary[]; total: number }> {
  const [snapshots, count] = await Promise.all([
    db('coverage.snapshots')
      .where({ account_id: accountId })
      .orderBy([...NEWEST])
      .limit(page.limit)
      .offset(page.offset)
      .select<SummaryRow[]>(summaryColumns(db)),
    db('coverage.snapshots').where({ account_id: accountId }).count({ total: '*' }).first(),
  ]);
  return { snapshots: snapshots.map(readSummary), total: Number(count?.['total'] ?? 0) };
}

/** Most detections that are named of one technique. */
const MOST_NAMED = 500;

/** For techniques of a snapshot, the detections that notice each, the best first, at most {@link MOST_NAMED}. */
export async function detectionsOf(
  db: Knex,
  snapshotId: string,
  techniqueIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db('coverage.snapshot_techniques')
    .where({ snapshot_id: snapshotId })
    .whereIn('technique_id', [...techniqueIds])
    .select({ id: 'technique_id', ids: db.raw<string[]>(`detection_ids[1:${MOST_NAMED}]`) });
  return new Map(rows.map(({ id, ids }) => [id, ids]));
}

/** The techniques of a snapshot, by id. */
export async function snapshotTechniques(db: Knex, snapshotId: string): Promise<TechniqueCoverage[]> {
  return db('coverage.snapshot_techniques').where({ snapshot_id: snapshotId }).orderBy('technique_id').select({
    techniqueId: 'technique_id',
    status: 'status',
    isUnverified: 'is_unverified',
    confidence: 'confidence',
    detectionCount: 'detection_count',
    effectiveDetectionCount: 'effective_detection_count',
    scopesNeeded: 'regions_needed',
    scopesCovered: 'regions_covered',
    scopesPartial: 'regions_partial',
    scopesUnknown: 'regions_unknown',
    reasons: 'reasons',
  });
}
