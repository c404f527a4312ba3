import { inTime, type Metrics } from '@tripline/service';
import { Counter, Gauge, Histogram } from 'prom-client';
import type { ScanErrorKind } from '../cloud/scan-error.js';
import type { ScanStatus } from '../scans/scan-model.js';

/** The metrics of a worker. */
export interface WorkerMetrics {
  scanStarted(): void;
  /** A scan left this worker: with its final status, handed over or lost to another worker, or to be tried again. */
  scanLeft(outcome: ScanStatus | 'handed_over' | 'lost' | 'retry', seconds: number): void;
  cellRead(service: string, outcome: 'done' | ScanErrorKind): void;
  scheduleRun(outcome: 'started' | 'skipped'): void;
  /** The sweeper added this many missing scans to the queue. */
  sweptUp(scans: number): void;
}

/** Registers a worker's metrics. `queueDepth` is called at each scrape; while Redis is away the depth is left out. */
export function createWorkerMetrics({ registry }: Metrics, queueDepth: () => Promise<number>): WorkerMetrics {
  const registers = [registry];
  const left = new Counter({
    name: 'tripline_scans_total',
    help: 'Scans that left this worker, by outcome.',
    labelNames: ['outcome'] as const,
    registers,
  });
  const running = new Gauge({ name: 'tripline_scans_running', help: 'Scans this worker runs now.', registers });
  const duration = new Histogram({
    name: 'tripline_scan_duration_seconds',
    help: 'Time this worker had a scan, in seconds.',
    labelNames: ['outcome'] as const,
    buckets: [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1800],
    registers,
  });
  const cells = new Counter({
    name: 'tripline_scan_cells_total',
    help: 'Cells (a service in a scope) read, by service and outcome.',
    labelNames: ['cloud_service', 'outcome'] as const,
    registers,
  });
  const schedules = new Counter({
    name: 'tripline_scheduled_scans_total',
    help: 'Times an account was due by its schedule, by whether a scan was begun or one was still open.',
    labelNames: ['outcome'] as const,
    registers,
  });
  const swept = new Counter({
    name: 'tripline_swept_scans_total',
    help: 'Scans that the sweeper put into the queue: those it had lost, and those whose worker let go of them or died.',
    registers,
  });
  new Gauge({
    name: 'tripline_queue_waiting_jobs',
    help: 'Jobs in the queue that no worker has taken yet.',
    labelNames: ['queue'] as const,
    registers,
    async collect() {
      this.reset();
      const depth = await inTime(queueDepth());
      if (depth !== undefined) this.set({ queue: 'scans' }, depth);
    },
  });
  return {
    scanStarted: () => running.inc(),
    scanLeft(outcome, seconds) {
      running.dec();
      left.inc({ outcome });
      duration.observe({ outcome }, seconds);
    },
    cellRead: (service, outcome) => cells.inc({ cloud_service: service, outcome }),
    scheduleRun: (outcome) => schedules.inc({ outcome }),
    sweptUp: (scans) => swept.inc(scans),
  };
}
