import type { Migration } from '@tripline/service';

/** The trace a scan belongs to, as a W3C `traceparent`: it outlives the queue's job, which is only a hint. Null unless traces are on. */
export const scanTraces: Migration = {
  name: '0003-scan-traces',
  async up(trx) {
    await trx.raw('alter table coverage.scans add column traceparent text check (length(traceparent) = 55)');
  },
};
