import type { Migration } from '@tripline/service';

/** What keeps logs in a cell, and what was visible when a snapshot was taken. */
export const telemetry: Migration = {
  name: '0013-telemetry',
  async up(trx) {
    await trx.raw(`
      -- Null in cells of services that tell nothing of logs, and in those that were read before this column.
      alter table coverage.scan_cells add column feeds json;
      alter table coverage.account_cells add column feeds json;
      -- The techniques that logs showed and nothing covered, by id.
      alter table coverage.snapshots add column visible text[] not null default '{}';
    `);
  },
};
