import type { Knex } from '@tripline/service';
import type { DueScan, ScanQueue } from '../scans/scan-queue.js';

/** Scans put into the queue by one sweep; the others are found by the next. */
const AT_ONCE = 1_000;

/**
 * Puts scans into the queue that should be there: those that wait for longer than it takes to enqueue them, and those whose worker let go of them
 * or has given no heartbeat for `stallSeconds`. What is in the queue already stays where it is.
 * @returns how many scans were due
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
