import { inTime, type Knex, type Metrics } from '@tripline/service';
import { Gauge } from 'prom-client';

interface Backlog {
  readonly pending: number;
  readonly running: number;
  readonly oldest_seconds: number;
  readonly silent_seconds: number;
}

/**
 * Registers metrics of the scans that wait and run, which are read from Postgres at each scrape. The API registers them, not the workers,
 * so that they are there even when no worker runs. Every replica reports the same values; queries therefore use `max`.
 */
export function observeBacklog({ registry }: Metrics, db: Knex): void {
  const registers = [registry];
  const open = new Gauge({
    name: 'tripline_open_scans',
    help: 'Scans that wait for a worker (pending) or run (running), of all subscribers.',
    labelNames: ['status'] as const,
    registers,
    async collect() {
      for (const gauge of [open, oldest, silent]) gauge.reset();
      const backlog = await inTime(readBacklog(db));
      if (backlog === undefined) return;
      open.set({ status: 'pending' }, backlog.pending);
      open.set({ status: 'running' }, backlog.running);
      oldest.set(backlog.oldest_seconds);
      silent.set(backlog.silent_seconds);
    },
  });
  // The collector above sets this gauge too: one SQL statement serves all three.
  const oldest = new Gauge({
    name: 'tripline_oldest_waiting_scan_seconds',
    help: 'Age of the scan that has waited longest for a worker, in seconds; 0 when none waits.',
    registers,
  });
  const silent = new Gauge({
    name: 'tripline_longest_silent_scan_seconds',
    help: 'Time since a running scan last gave a heartbeat, in seconds; the longest of all, 0 when none runs.',
    registers,
  });
}

async function readBacklog(db: Knex): Promise<Backlog | undefined> {
  const { rows } = await db.raw<{ rows: Backlog[] }>(
    `select count(*) filter (where status = 'pending')::int as pending,
       count(*) filter (where status = 'running')::int as running,
       coalesce(extract(epoch from now() - min(created_at) filter (where status = 'pending')), 0)::float8 as oldest_seconds,
       coalesce(extract(epoch from now() - min(coalesce(heartbeat_at, started_at)) filter (where status = 'running')), 0)::float8
         as silent_seconds
     from coverage.scans where status in ('pending', 'running')`,
  );
  return rows[0];
}
