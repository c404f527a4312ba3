import type { Migration } from '@tripline/service';

/** A deleted account leaves no count of stored bytes either: step 0005 deletes the content, whose triggers write such rows, and this deletes those. */
export const deletedCounts: Migration = {
  name: '0008-deleted-counts',
  async up(trx) {
    await trx.raw(`
      create or replace function rules.delete_own_of_user() returns trigger
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      begin
        delete from rules.generations where owner_id = old.id;
        delete from rules.rules where owner_id = old.id;
        delete from rules.storage_changes where owner_id = old.id;
        return old;
      end $$;
    `);
  },
};
