import type { Migration } from '@tripline/service';

/** Teams whose members must have a second factor. */
export const teamSecondFactor: Migration = {
  name: '0014-team-second-factor',
  async up(trx) {
    await trx.raw('alter table auth.teams add column requires_second_factor boolean not null default false');
  },
};
