import type { Knex } from '@tripline/service';
import { tellChanges } from '../changes/tell-changes.js';
import type { ScanError } from '../cloud/scan-error.js';
import { askForRecounts } from '../counting/sights/recounts.js';
import { takeSnapshot } from '../counting/take-snapshot.js';
import { closeScan, type ScanEnd } from '../scans/close-scan.js';
import type { ScanStatus } from '../scans/scan-model.js';
import { type HeldScan, lockHeldScan } from './held-scan.js';
import { storedSkips } from './plan-grid.js';
import { type MappedCell, writeCells } from './save-cells.js';

/**
 * Ends a scan whose cells have all been read or have failed, and stores the last of them in the same transaction. Detections that were
 * not seen in cells that were read become `removed`; then the states of the cells and the coverage are stored. If no cell could be read, the
 * scan has failed and nothing else changes.
 * @returns the scan's final status
 * @throws ScanLost
 */
export async function finishScan(
  db: Knex,
  held: HeldScan,
  calls: number,
  last: readonly MappedCell[],
): Promise<ScanStatus> {
  return db.transaction(async (trx) => {
    await lockHeldScan(trx, held);
    if (last.length > 0) await writeCells(trx, held, last);
    const { done, failed, now, closed } = await countCells(trx, held);
    if (done === 0) {
      await end(trx, held, calls, { status: 'failed', step: 'Nothing in the account could be read' });
      return 'failed';
    }
    const unread = failed - (closed.length === 0 ? 0 : await skipScopes(trx, held, closed));
    await markRemoved(trx, held);
    await rememberCells(trx, held);
    await takeSnapshot(trx, { accountId: held.accountId, scanId: held.id, now });
    const because = `scan of ${held.connection.externalAccountId}`;
    await askForRecounts(trx, held.accountId, { because, scanId: held.id });
    await tellChanges(trx, held.id);
    const status = unread === 0 ? 'completed' : 'completed_with_errors';
    const total = done + unread;
    const step = unread === 0 ? 'Completed' : `Completed; ${unread} of ${total} parts could not be read`;
    await end(trx, held, calls, { status, step });
    await showScan(trx, held, { lastScanAt: now, status: 'connected' });
    return status;
  });
}

/** Ends a scan that could not begin or has used up its attempts. Detections and coverage do not change. @throws ScanLost */
export async function failScan(db: Knex, held: HeldScan, error: ScanError, calls: number): Promise<void> {
  await db.transaction(async (trx) => {
    await lockHeldScan(trx, held);
    await end(trx, held, calls, { status: 'failed', step: 'Failed', error });
    if (error.kind === 'access_denied') await showScan(trx, held, { lastScanAt: null, status: 'broken' });
  });
}

const end = (trx: Knex, held: HeldScan, calls: number, how: ScanEnd): Promise<void> =>
  closeScan(trx, held, { ...how, calls: held.callsBefore + calls });

interface CellCounts {
  readonly done: number;
  readonly failed: number;
  readonly now: Date;
  /** Scopes that answered nowhere and said that they are not opted in: the list of scopes may be older than that. */
  readonly closed: readonly string[];
}

async function countCells(trx: Knex, held: HeldScan): Promise<CellCounts> {
  const { rows } = await trx.raw<{ rows: [CellCounts] }>(
    `with regions as (
       select region, count(*) filter (where status = 'done') as done, count(*) filter (where status = 'failed') as failed,
         bool_and(coalesce(error ->> 'kind' = 'not_opted_in', false)) as closed
       from coverage.scan_cells where scan_id = ? group by region
     )
     select coalesce(sum(done), 0)::integer as done, coalesce(sum(failed), 0)::integer as failed, clock_timestamp() as now,
       coalesce(array_agg(region order by region) filter (where done = 0 and closed), '{}') as closed
     from regions`,
    [held.id],
  );
  return rows[0];
}

/** Takes closed scopes out of the scan: they are then skipped, and neither errors nor unknown. Gives the number of their cells. */
async function skipScopes(trx: Knex, held: HeldScan, closed: readonly string[]): Promise<number> {
  const { rowCount } = await trx.raw<{ rowCount: number }>(
    `with skipped as (
       update coverage.scans set
         regions = array(select r from unnest(regions) with ordinality as u(r, n) where r <> all(:closed) order by n),
         regions_skipped = (regions_skipped::jsonb || cast(:skipped as jsonb))::json
       where id = :scan
     )
     delete from coverage.scan_cells where scan_id = :scan and region = any(:closed)`,
    {
      scan: held.id,
      closed: [...closed],
      skipped: storedSkips(closed.map((scope) => ({ scope, reason: 'not_opted_in' }))),
    },
  );
  return rowCount;
}

/** Shows on the account when it was last scanned, and whether its role could be used, unless the role has been changed since. */
async function showScan(
  trx: Knex,
  { accountId, connection }: HeldScan,
  { lastScanAt, status }: { readonly lastScanAt: Date | null; readonly status: 'connected' | 'broken' },
): Promise<void> {
  await trx.raw(
    `update coverage.cloud_accounts set last_scan_at = coalesce(:lastScanAt, last_scan_at),
       status = case when own_credentials = :own and role_arn is not distinct from :role then :status else status end
     where id = :id`,
    { id: accountId, lastScanAt, status, own: connection.ownCredentials, role: connection.roleArn },
  );
}

/**
 * Marks detections as removed that were not seen in a cell that was read completely. A scan of everything the account wants also removes
 * detections outside its grid, in scopes that are closed or no longer wanted.
 */
async function markRemoved(trx: Knex, held: HeldScan): Promise<void> {
  await trx.raw(
    `with gone as (
       update coverage.detections d set status = 'removed', status_reason = null, updated_at = now()
       where d.account_id = :account and d.service is not null and d.status <> 'removed' and d.seen_by_scan is distinct from :scan
         and case (select c.status from coverage.scan_cells c where c.scan_id = :scan and c.service = d.service and c.region = d.region)
           when 'done' then true when 'failed' then false else :whole end
       returning d.id, d.name, d.type, d.region
     )
     insert into coverage.scan_changes (scan_id, detection_id, change, name, type, region)
     select :scan, id, 'removed', name, type, region from gone`,
    { account: held.accountId, scan: held.id, whole: held.isWhole },
  );
}

/**
 * Stores the state of each cell. A cell that could not be read keeps the time at which it was last read. A scan of everything the account
 * wants forgets the cells outside its grid.
 */
async function rememberCells(trx: Knex, held: HeldScan): Promise<void> {
  await trx.raw(
    `with grid as (
       select service, region, status, finished_at, feeds, forwards from coverage.scan_cells where scan_id = :scan
     ), forgotten as (
       delete from coverage.account_cells a where a.account_id = :account and :whole
         and not exists (select from grid where grid.service = a.service and grid.region = a.region)
     )
     insert into coverage.account_cells as a (account_id, service, region, is_known, scan_id, read_at, feeds, forwards)
     select :account, service, region, status = 'done', :scan, case when status = 'done' then finished_at end, feeds, forwards from grid
     on conflict (account_id, service, region) do update set
       is_known = excluded.is_known, scan_id = excluded.scan_id, read_at = coalesce(excluded.read_at, a.read_at),
       feeds = excluded.feeds, forwards = excluded.forwards`,
    { account: held.accountId, scan: held.id, whole: held.isWhole },
  );
}
