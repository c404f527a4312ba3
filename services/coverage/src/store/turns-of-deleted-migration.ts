import type { Migration } from '@tripline/service';

/** When a user account is deleted, the record of its last scan's turn is deleted with its cloud accounts. */
export const turnsOfDeleted: Migration = {
  name: '0006-turns-of-deleted',
  async up(trx) {
    await trx.raw(`
      create or replace function coverage.delete_own_of_user() returns trigger
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      begin
        delete from coverage.cloud_accounts where owner_id = old.id;
        delete from coverage.scan_turns where owner_id = old.id;
        return old;
      end $$;
    `);
  },
};
