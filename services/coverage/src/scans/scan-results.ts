import { ConflictError, type Knex } from '@tripline/service';
import { errorsOf, failureOf } from './scan-failure.js';
import { isFinal } from './scan-model.js';
import type { ScanResults } from './scan-resources.js';
import type { ChangePage } from './scan-schema.js';
import type { ScanRow } from './scan-store.js';

interface ChangeRow {
  readonly id: string;
  readonly name: string;
  readonly detection_type: string;
  readonly region: string;
  readonly change: 'new' | 'updated' | 'removed';
}

interface CoverageChange {
  readonly coverage_before: number | null;
  readonly coverage_after: number | null;
  readonly techniques_gained: readonly string[];
  readonly techniques_lost: readonly string[];
}

/**
 * Gives what a scan changed, and of its changes to detections a page: the new ones first, then the updated, then the removed. A technique is gained or lost when it becomes `covered` or stops being `covered`, compared with the snapshot
 * before this scan's own. A scan that ended without a snapshot changed no coverage.
 * @throws ConflictError if the scan has not ended
 */
export async function scanResults(db: Knex, scan: ScanRow, page: ChangePage): Promise<ScanResults> {
  if (!isFinal(scan.status)) {
    throw new ConflictError(`The scan is ${scan.status}; its results are there when it has ended.`);
  }
  const [changes, total, coverage] = await Promise.all([
    readChanges(db, scan.id, page),
    countChanges(db, scan.id),
    readCoverageChange(db, scan),
  ]);
  const of = (change: ChangeRow['change']) =>
    changes.filter((row) => row.change === change).map(({ change: _change, ...row }) => row);
  return {
    scan_id: scan.id,
    cloud_account_id: scan.account_id,
    status: scan.status,
    failure: failureOf(scan),
    regions_scanned: scan.regions,
    regions_skipped: scan.regions_skipped,
    detections_found: scan.detections_found,
    new: of('new'),
    updated: of('updated'),
    removed: of('removed'),
    total_changes: total,
    by_type: scan.summary?.by_type ?? {},
    by_region: scan.summary?.by_region ?? {},
    by_status: scan.summary?.by_status ?? {},
    unmapped_count: scan.summary?.unmapped_count ?? 0,
    errors_count: errorsOf(scan).length,
    ...coverage,
    api_calls: scan.api_calls,
    duration_ms: durationMs(scan),
  };
}

async function readChanges(db: Knex, scanId: string, { limit, offset }: ChangePage): Promise<ChangeRow[]> {
  return db('coverage.scan_changes')
    .where({ scan_id: scanId })
    .orderByRaw("array_position(array['new', 'updated', 'removed'], change), type, region, name, detection_id")
    .limit(limit)
    .offset(offset)
    .select<ChangeRow[]>({
      id: 'detection_id',
      name: 'name',
      detection_type: 'type',
      region: 'region',
      change: 'change',
    });
}

async function countChanges(db: Knex, scanId: string): Promise<number> {
  const counted = await db('coverage.scan_changes').where({ scan_id: scanId }).count({ total: '*' }).first();
  return Number(counted?.['total'] ?? 0);
}

async function readCoverageChange(db: Knex, scan: ScanRow): Promise<CoverageChange> {
  const { rows } = await db.raw<{ rows: CoverageChange[] }>(
    `with after as (
       select id, account_id, coverage_percent, created_at from coverage.snapshots where scan_id = :scan
     ), before as (
       select b.id, b.coverage_percent from coverage.snapshots b, after
       where b.account_id = after.account_id and (b.created_at, b.id) < (after.created_at, after.id)
       order by b.created_at desc, b.id desc limit 1
     ), covered as (
       select technique_id, 'after' as side from coverage.snapshot_techniques, after where snapshot_id = after.id and status = 'covered'
       union all
       select technique_id, 'before' from coverage.snapshot_techniques, before where snapshot_id = before.id and status = 'covered'
     ), changed as (
       select technique_id, min(side) as side from covered group by technique_id having count(*) = 1
     )
     select after.coverage_percent as coverage_after, (select coverage_percent from before) as coverage_before,
       (select coalesce(json_agg(technique_id order by technique_id), '[]') from changed where side = 'after') as techniques_gained,
       (select coalesce(json_agg(technique_id order by technique_id), '[]') from changed where side = 'before') as techniques_lost
     from after`,
    { scan: scan.id },
  );
  return rows[0] ?? { coverage_before: null, coverage_after: null, techniques_gained: [], techniques_lost: [] };
}

/** Milliseconds from the first claim to the end; 0 for a scan that was never claimed or has not ended. */
function durationMs({ started_at: started, completed_at: completed }: ScanRow): number {
  return started === null || completed === null ? 0 : Math.max(0, completed.getTime() - started.getTime());
}
