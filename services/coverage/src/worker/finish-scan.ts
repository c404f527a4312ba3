import type { Knex } from '@tripline/service';
import { takeSnapshot } from '../coverage/take-snapshot.js';
import { closeScan } from '../scans/close-scan.js';
import type { ScanStatus } from '../scans/scan-model.js';
import type { ScanError } from '../scans/scan-resources.js';
import { type HeldScan, lockHeldScan } from './held-scan.js';

/** The status of the account that a scan sets. */
type Shown = 'connected' | 'broken';

/**
 * Ends a scan whose cells have all been read or have failed. Detections that were not seen in cells that were read become `removed`; then
 * the states of the cells and the coverage are stored. If no cell could be read, the scan has failed and nothing else changes.
 * @returns the scan's final status
 * @throws ScanLost
 */
export async function finishScan(db: Knex, held: HeldScan, calls: number): Promise<ScanStatus> {
  return db.transaction(async (trx) => {
    await lockHeldScan(trx, held);
    await skipClosedRegions(trx, held);
    const { rows } = await trx.raw<{ rows: [{ done: number; failed: number; now: Date }] }>(
      `select count(*) filter (where status = 'done')::integer as done, count(*) filter (where status = 'failed')::integer as failed,
         clock_timestamp() as now
       from coverage.scan_cells where scan_id = ?`,
      [held.id],
    );
    const { done, failed, now } = rows[0];
    await writeCalls(trx, held, calls);
    if (done === 0) {
      await closeScan(trx, held, { status: 'failed', step: 'Nothing in the account could be read' });
      return 'failed';
    }
    await markRemoved(trx, held);
    await rememberCells(trx, held);
    await takeSnapshot(trx, { accountId: held.accountId, scanId: held.id, now });
    const status = failed === 0 ? 'completed' : 'completed_with_errors';
    const total = done + failed;
    const step = failed === 0 ? 'Completed' : `Completed; ${failed} of ${total} parts could not be read`;
    await closeScan(trx, held, { status, step });
    await trx('coverage.cloud_accounts').where({ id: held.accountId }).update({ last_scan_at: now });
    await showConnection(trx, held, 'connected');
    return status;
  });
}

/** Ends a scan that could not begin or has used up its attempts. Detections and coverage do not change. @throws ScanLost */
export async function failScan(db: Knex, held: HeldScan, error: ScanError, calls: number): Promise<void> {
  await db.transaction(async (trx) => {
    await lockHeldScan(trx, held);
    await writeCalls(trx, held, calls);
    await closeScan(trx, held, { status: 'failed', step: 'Failed', error });
    if (error.kind === 'access_denied') await showConnection(trx, held, 'broken');
  });
}

/**
 * Takes regions out of the scan that answered nowhere and said that they are not opted in: the list of regions may be older than that. They
 * are then skipped, and neither errors nor unknown. Not if nothing else was read, so that the scan says why it failed.
 */
async function skipClosedRegions(trx: Knex, held: HeldScan): Promise<void> {
  const { rows } = await trx.raw<{ rows: { region: string }[] }>(
    `select region from coverage.scan_cells where scan_id = :scan group by region
     having count(*) filter (where status = 'done') = 0 and bool_and(coalesce(error ->> 'kind' = 'not_opted_in', false))
       and exists (select from coverage.scan_cells where scan_id = :scan and status = 'done')
     order by region`,
    { scan: held.id },
  );
  if (rows.length === 0) return;
  const closed = rows.map(({ region }) => region);
  await trx('coverage.scan_cells').where({ scan_id: held.id }).whereIn('region', closed).delete();
  await trx.raw(
    `update coverage.scans set
       regions = array(select r from unnest(regions) with ordinality as u(r, n) where r <> all(:closed) order by n),
       regions_skipped = (regions_skipped::jsonb || cast(:skipped as jsonb))::json
     where id = :scan`,
    {
      scan: held.id,
      closed,
      skipped: JSON.stringify(closed.map((region) => ({ region, reason: 'not_opted_in' }))),
    },
  );
}

async function writeCalls(trx: Knex, held: HeldScan, calls: number): Promise<void> {
  await trx('coverage.scans')
    .where({ id: held.id })
    .update({ api_calls: held.callsBefore + calls });
}

/** Stores whether the account's role could be used, unless the role has been changed since. */
async function showConnection(trx: Knex, { accountId, connection }: HeldScan, status: Shown): Promise<void> {
  await trx('coverage.cloud_accounts')
    .where({ id: accountId, own_credentials: connection.ownCredentials })
    .andWhereRaw('role_arn is not distinct from ?', [connection.roleArn])
    .update({ status });
}

/**
 * Marks detections as removed that were not seen in a cell that was read completely. A scan of everything the account wants also removes
 * detections outside its grid, in regions that are closed or no longer wanted.
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

/** Stores the state of each cell. A cell that could not be read keeps the time at which it was last read. */
async function rememberCells(trx: Knex, held: HeldScan): Promise<void> {
  await trx.raw(
    `insert into coverage.account_cells as a (account_id, service, region, is_known, scan_id, read_at)
     select :account, service, region, status = 'done', scan_id, case when status = 'done' then finished_at end
     from coverage.scan_cells where scan_id = :scan
     on conflict (account_id, service, region) do update set
       is_known = excluded.is_known, scan_id = excluded.scan_id, read_at = coalesce(excluded.read_at, a.read_at)`,
    { account: held.accountId, scan: held.id },
  );
  if (held.isWhole) {
    await trx('coverage.account_cells')
      .where({ account_id: held.accountId })
      .andWhereNot({ scan_id: held.id })
      .delete();
  }
}
