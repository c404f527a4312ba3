import type { Knex } from '@tripline/service';
import type { DueScan, ScanQueue } from '../scans/scan-queue.js';

/** Maximum scans put into the queue by one sweep; the next sweep finds the others. */
const AT_ONCE = 1_000;

/**
 * Adds jobs for due scans that have none: scans that have waited for longer than enqueuing takes, scans that their worker has released, and
 * scans without a heartbeat for `stallSeconds`. Jobs that are in the queue already stay where they are.
 * @returns the number of due scans
 */
export async function sweepScans(db: Knex, queue: ScanQueue, stallSeconds: number): Promise<number> {
  const { rows } = await db.raw<{ rows: DueScan[] }>(
    `select id, fence from coverage.scans
     where status = 'pending' and created_at < now() - interval '2 seconds'
       or status = 'running' and (heartbeat_at is null or heartbeat_at < now() - make_interval(secs => ?))
     order by created_at limit ?`,
    [stallSeconds, AT_ONCE],
  );
  if (rows.length > 0) await queue.enqueue(rows);
  return rows.length;
}
