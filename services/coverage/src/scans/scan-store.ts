import { type OwnerScope, ownedBy } from '@tripline/auth';
import { type Knex, traceparent } from '@tripline/service';
import { v7 as uuidv7 } from 'uuid';
import type { ProviderName } from '../cloud/provider.js';
import type { ScanError } from '../cloud/scan-error.js';
import type { ScanStatus } from './scan-model.js';
import type { ScanCell, ScanProgress, ScanResults } from './scan-resources.js';
import type { ScanFilter } from './scan-schema.js';

/** A scan as stored. */
export interface ScanRow {
  readonly id: string;
  readonly account_id: string;
  /** The account's. */
  readonly provider: ProviderName;
  readonly created_by: string;
  readonly status: ScanStatus;
  readonly regions_asked: readonly string[] | null;
  readonly regions: readonly string[];
  readonly regions_skipped: ScanResults['regions_skipped'];
  readonly progress_percent: number;
  readonly current_step: string;
  readonly detections_found: number;
  readonly detections_new: number;
  readonly detections_updated: number;
  readonly detections_removed: number;
  /** The error that ended the scan before its cells were read. */
  readonly error: ScanError | null;
  /** The errors of single cells. */
  readonly cell_errors: readonly ScanError[];
  readonly api_calls: number;
  readonly summary: ScanSummary | null;
  readonly started_at: Date | null;
  readonly completed_at: Date | null;
  readonly created_at: Date;
}

/** Counts of a scan when it ended. */
interface ScanSummary {
  readonly by_type: Readonly<Record<string, number>>;
  readonly by_region: Readonly<Record<string, number>>;
  readonly by_status: Readonly<Record<string, number>>;
  readonly unmapped_count: number;
}

const scansOf = (scope: OwnerScope, db: Knex) =>
  db('coverage.scans as s').join('coverage.cloud_accounts as a', 'a.id', 's.account_id').where(ownedBy(scope));

const withErrors = (db: Knex) => [
  's.*',
  'a.provider',
  db.raw(
    `(select coalesce(json_agg(c.error order by c.finished_at, c.service, c.region), '[]')
      from coverage.scan_cells c where c.scan_id = s.id and c.status = 'failed') as cell_errors`,
  ),
];

/** Finds a scan in the scope; undefined when the scope has no scan with this id. */
export async function findScan(scope: OwnerScope, db: Knex, id: string): Promise<ScanRow | undefined> {
  return scansOf(scope, db).where('s.id', id).first<ScanRow | undefined>(withErrors(db));
}

/** What a scan reads: each service in each region, and how far each is. */
export async function listCells(db: Knex, scanId: string): Promise<ScanCell[]> {
  return db('coverage.scan_cells')
    .where({ scan_id: scanId })
    .orderBy(['service', 'region'])
    .select('service', 'region', 'status', { detections_found: 'detections' });
}

/** Lists scans of an account in the scope, newest first, and counts all of them. */
export async function listScans(
  scope: OwnerScope,
  db: Knex,
  accountId: string,
  { status, limit }: ScanFilter,
): Promise<{ scans: ScanRow[]; total: number }> {
  const matching = () => {
    const query = scansOf(scope, db).where('s.account_id', accountId);
    return status === undefined ? query : query.where('s.status', status);
  };
  const [scans, count] = await Promise.all([
    matching()
      .orderBy([
        { column: 's.created_at', order: 'desc' },
        { column: 's.id', order: 'desc' },
      ])
      .limit(limit)
      .select<ScanRow[]>(withErrors(db)),
    matching().count({ total: '*' }).first(),
  ]);
  return { scans, total: Number(count?.['total'] ?? 0) };
}

/** The values of a new scan. */
export interface NewScan {
  readonly accountId: string;
  readonly createdBy: string;
  readonly trigger: 'manual' | 'schedule';
  /** The scopes asked for; null for the account's own choice. */
  readonly scopes: readonly string[] | null;
}

/** Attempts to insert a scan while other scans of the account begin and end. */
const TRIES = 3;

/**
 * Inserts a scan, unless the account has one that is pending or running. The partial unique index decides, also between calls at the same
 * moment.
 * @param trx a transaction that has locked the account's row
 * @returns the id of the new scan and whether its owner had none open, or the id of the account's open one
 */
export async function insertScan(
  trx: Knex,
  scan: NewScan,
): Promise<{ readonly created?: string; readonly isFirst?: boolean; readonly open?: string }> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { rows } = await trx.raw<{ rows: { id: string; is_first: boolean }[] }>(
      `insert into coverage.scans as s (id, account_id, created_by, trigger, status, regions_asked, traceparent, current_step, created_at)
       values (?, ?, ?, ?, 'pending', ?, ?, 'Waiting for a worker', clock_timestamp())
       on conflict (account_id) where status in ('pending', 'running') do nothing
       returning id, not exists (
         select from coverage.cloud_accounts own join coverage.cloud_accounts a on a.owner_id = own.owner_id
           join coverage.scans o on o.account_id = a.id and o.status in ('pending', 'running')
         where own.id = s.account_id) as is_first`,
      [
        uuidv7(),
        scan.accountId,
        scan.createdBy,
        scan.trigger,
        scan.scopes === null ? null : [...scan.scopes],
        traceparent() ?? null,
      ],
    );
    if (rows[0] !== undefined) return { created: rows[0].id, isFirst: rows[0].is_first };
    const open = await trx('coverage.scans')
      .where({ account_id: scan.accountId })
      .whereIn('status', ['pending', 'running'])
      .first<{ id: string } | undefined>('id');
    if (open !== undefined) return { open: open.id };
  }
  return {};
}

/** Reads the progress of scans of any owner. It serves streams, whose callers were checked when the stream began. */
export async function readProgress(db: Knex, ids: readonly string[]): Promise<ScanProgress[]> {
  return db('coverage.scans')
    .whereIn('id', ids)
    .select<ScanProgress[]>(
      'id',
      'status',
      'progress_percent',
      'current_step',
      'detections_found',
      'detections_new',
      'detections_updated',
      'detections_removed',
    );
}
