import type { Migration } from '@tripline/service';

/** When a scan of each owner last began. Among owners with equally many running scans, the one who has waited longest is next. */
export const scanTurns: Migration = {
  name: '0004-scan-turns',
  async up(trx) {
    await trx.raw('create table coverage.scan_turns (owner_id uuid primary key, began_at timestamptz not null)');
  },
};
