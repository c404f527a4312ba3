import type { Migration } from '@tripline/service';

/** By which method a snapshot was counted, and by which the scan read what it is made of; those before this by the first. */
export const counting: Migration = {
  name: '0018-counting',
  async up(trx) {
    await trx.raw(`
      alter table coverage.snapshots
        add column counting smallint not null default 1,
        add column reading smallint not null default 1;
    `);
  },
};
