import type { Migration } from '@tripline/service';

/**
 * The trace a scan belongs to, as a W3C `traceparent`. It is stored here because the job in the queue, which is only a hint, may be lost.
 * Null unless tracing is on.
 */
export const scanTraces: Migration = {
  name: '0003-scan-traces',
  async up(trx) {
    await trx.raw('alter table coverage.scans add column traceparent text check (length(traceparent) = 55)');
  },
};
