import type { Migration } from '@tripline/service';

/** The service alone knows which providers there are: a new one takes no step of the tables. */
export const anyProvider: Migration = {
  name: '0035-any-provider',
  async up(trx) {
    await trx.raw('alter table coverage.cloud_accounts drop constraint if exists cloud_accounts_provider_check');
  },
};
