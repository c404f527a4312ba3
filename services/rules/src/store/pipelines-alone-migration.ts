import type { Migration } from '@tripline/service';

/** A pipeline may take the place of the built-in maps instead of coming before them. */
export const pipelinesAlone: Migration = {
  name: '0010-pipelines-alone',
  async up(trx) {
    await trx.raw('alter table rules.pipelines add column built_in_maps boolean not null default true');
  },
};
