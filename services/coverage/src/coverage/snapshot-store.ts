import { type OwnerScope, ownersOf } from '@tripline/auth';
import type { Knex } from '@tripline/service';
import type { Account } from '../accounts/account-model.js';
import type { KnownCell, TechniqueCoverage, TechniqueSight } from './compute-coverage.js';
import type { SnapshotSummary } from './snapshot-model.js';

/**
 * The current mappings of an account's detections to techniques, without removed detections, and without `protect` and `respond`, which
 * never cover.
 */
export async function loadSights(db: Knex, accountId: string): Promise<TechniqueSight[]> {
  return db('coverage.detections as d')
    .join('coverage.detection_techniques as t', 't.detection_id', 'd.id')
    .where('d.account_id', accountId)
    .whereNot('d.status', 'removed')
    .andWhere('t.category', 'detect')
    .orderBy([{ column: 't.confidence', order: 'desc' }, { column: 'd.id' }])
    .select({
      detectionId: 'd.id',
      service: 'd.service',
      region: 'd.region',
      status: 'd.status',
      techniqueId: 't.technique_id',
      confidence: db.raw('round(t.confidence::numeric, 2)::double precision'),
    });
}

/** The account's grid, as its scans last saw it. */
export async function loadCells(db: Knex, accountId: string): Promise<KnownCell[]> {
  return db('coverage.account_cells')
    .where({ account_id: accountId })
    .select({ service: 'service', region: 'region', isKnown: 'is_known' });
}

/** Writes a snapshot with its techniques. */
export async function insertSnapshot(
  trx: Knex,
  accountId: string,
  summary: SnapshotSummary,
  techniques: readonly TechniqueCoverage[],
): Promise<void> {
  await trx('coverage.snapshots').insert({
    id: summary.id,
    account_id: accountId,
    scan_id: summary.scanId,
    attack_version: summary.attackVersion,
    total_techniques: summary.total,
    covered_techniques: summary.covered,
    partial_techniques: summary.partial,
    uncovered_techniques: summary.uncovered,
    unverified_techniques: summary.unverified,
    unknown_cells: summary.unknownCells,
    coverage_percent: summary.coveragePercent,
    average_confidence: summary.averageConfidence,
    by_tactic: JSON.stringify(summary.byTactic),
    created_at: summary.createdAt,
  });
  await trx('coverage.snapshot_techniques').insert(
    techniques.map((one) => ({
      snapshot_id: summary.id,
      technique_id: one.techniqueId,
      status: one.status,
      is_unverified: one.isUnverified,
      confidence: one.confidence,
      detection_count: one.detectionCount,
      effective_detection_count: one.effectiveDetectionCount,
      regions_covered: [...one.regionsCovered],
      regions_unknown: [...one.regionsUnknown],
      detection_ids: [...one.detectionIds],
    })),
  );
}

const SUMMARY_COLUMNS = {
  id: 'id',
  scanId: 'scan_id',
  attackVersion: 'attack_version',
  total: 'total_techniques',
  covered: 'covered_techniques',
  partial: 'partial_techniques',
  uncovered: 'uncovered_techniques',
  unverified: 'unverified_techniques',
  unknownCells: 'unknown_cells',
  coveragePercent: 'coverage_percent',
  averageConfidence: 'average_confidence',
  byTactic: 'by_tactic',
  createdAt: 'created_at',
} as const;
const NEWEST = [
  { column: 'created_at', order: 'desc' },
  { column: 'id', order: 'desc' },
] as const;

/** An account's newest snapshot. */
export async function latestSnapshot(db: Knex, accountId: string): Promise<SnapshotSummary | undefined> {
  return db('coverage.snapshots')
    .where({ account_id: accountId })
    .orderBy([...NEWEST])
    .first(SUMMARY_COLUMNS);
}

const LATEST_COLUMNS = Object.entries(SUMMARY_COLUMNS)
  .map(([name, column]) => `s.${column} as "${name}"`)
  .join(', ');

/** The account's own fields in the summary. */
export type SummarisedAccount = Pick<Account, 'id' | 'name' | 'lastScanAt'>;

type SummaryRow = SnapshotSummary & {
  readonly accountId: string;
  readonly name: string;
  readonly lastScanAt: Date | null;
};

/**
 * A scope's account with its newest snapshot, in one statement, since callers poll it. Undefined when the scope has no such account; the
 * snapshot is undefined when there is none yet.
 */
export async function findSummary(
  db: Knex,
  scope: OwnerScope,
  accountId: string,
): Promise<{ readonly account: SummarisedAccount; readonly snapshot: SnapshotSummary | undefined } | undefined> {
  const { rows } = await db
    .raw<{ rows: SummaryRow[] }>(
      `select a.id as "accountId", a.name, a.last_scan_at as "lastScanAt", ${LATEST_COLUMNS}
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
  const { accountId: id, name, lastScanAt, ...snapshot } = row;
  return { account: { id, name, lastScanAt }, snapshot: snapshot.id === null ? undefined : snapshot };
}

/** One of an account's snapshots. */
export async function findSnapshot(db: Knex, accountId: string, id: string): Promise<SnapshotSummary | undefined> {
  return db('coverage.snapshots').where({ account_id: accountId, id }).first(SUMMARY_COLUMNS);
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
      .select(SUMMARY_COLUMNS),
    db('coverage.snapshots').where({ account_id: accountId }).count({ total: '*' }).first(),
  ]);
  return { snapshots: snapshots as SnapshotSummary[], total: Number(count?.['total'] ?? 0) };
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
    regionsCovered: 'regions_covered',
    regionsUnknown: 'regions_unknown',
    detectionIds: 'detection_ids',
  });
}
