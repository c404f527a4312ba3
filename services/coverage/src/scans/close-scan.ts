import type { Knex } from '@tripline/service';
import { announce } from '@tripline/webhooks';
import type { ScanError } from '../cloud/scan-error.js';
import type { ScanStatus } from './scan-model.js';

/** How a scan ends. */
export interface ScanEnd {
  readonly status: Exclude<ScanStatus, 'pending' | 'running'>;
  /** The final value of `current_step`. */
  readonly step: string;
  /** The error that ended the scan before its cells were read. */
  readonly error?: ScanError;
  /** Calls to the cloud that the scan has made; left out, what its last heartbeat said stays. */
  readonly calls?: number;
}

/**
 * Ends a scan for good and stores its exact counts, in a transaction that has locked the scan's row. It raises the fence, so that a worker
 * still working on the scan can write no more. The account's owner's webhooks are told.
 */
export async function closeScan(
  trx: Knex,
  scan: { readonly id: string; readonly accountId: string },
  end: ScanEnd,
): Promise<void> {
  await trx.raw(
    `with seen as materialized (
       select type, region, status, mapping_count from coverage.detections where account_id = :account and seen_by_scan = :scan
     ), changes as (
       select count(*) filter (where change = 'new') as added, count(*) filter (where change = 'updated') as updated,
              count(*) filter (where change = 'removed') as removed
       from coverage.scan_changes where scan_id = :scan
     )
     update coverage.scans s set
       status = :status, current_step = :step, error = :error, fence = s.fence + 1, heartbeat_at = null,
       api_calls = coalesce(:calls, s.api_calls),
       progress_percent = case when :status like 'completed%' then 100 else s.progress_percent end,
       detections_found = (select count(*) from seen), detections_new = changes.added,
       detections_updated = changes.updated, detections_removed = changes.removed,
       summary = json_build_object(
         'by_type', (select coalesce(json_object_agg(type, n order by type), '{}') from (select type, count(*) as n from seen group by type) as g),
         'by_region', (select coalesce(json_object_agg(region, n order by region), '{}') from (select region, count(*) as n from seen group by region) as g),
         'by_status', (select coalesce(json_object_agg(status, n order by status), '{}') from (select status, count(*) as n from seen group by status) as g),
         'unmapped_count', (select count(*) from seen where mapping_count = 0)
       ),
       completed_at = clock_timestamp()
     from changes where s.id = :scan`,
    {
      account: scan.accountId,
      scan: scan.id,
      status: end.status,
      step: end.step,
      calls: end.calls ?? null,
      error: end.error === undefined ? null : JSON.stringify(end.error),
    },
  );
  await tellWebhooks(trx, scan.id);
}

async function tellWebhooks(trx: Knex, scanId: string): Promise<void> {
  const { rows } = await trx.raw<{ rows: { owner: string; at: Date; data: { id: string } }[] }>(
    `select a.owner_id as owner, s.completed_at as at, json_build_object(
       'id', s.id, 'cloud_account_id', a.id, 'cloud_account_name', a.name, 'external_account_id', a.external_account_id, 'trigger', s.trigger,
       'status', s.status, 'current_step', s.current_step, 'detections_found', s.detections_found, 'detections_new', s.detections_new,
       'detections_updated', s.detections_updated, 'detections_removed', s.detections_removed) as data
     from coverage.scans s join coverage.cloud_accounts a on a.id = s.account_id where s.id = ?`,
    [scanId],
  );
  for (const { at, data, owner } of rows) await announce(trx, 'coverage', owner, { type: 'scan.finished', at, data });
}
