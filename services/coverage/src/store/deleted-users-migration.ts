import type { Migration } from '@tripline/service';

/**
 * When a user account is deleted, its own cloud accounts are deleted in the same transaction; their running scans then stop by themselves.
 * Cloud accounts of a team stay, and go to its owner when the team ends.
 */
export const deletedUsers: Migration = {
  name: '0005-deleted-users',
  async up(trx) {
    await trx.raw(`
      create function coverage.delete_own_of_user() returns trigger
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      begin
        delete from coverage.cloud_accounts where owner_id = old.id;
        return old;
      end $$;
      revoke all on function coverage.delete_own_of_user() from public;
      create trigger accounts_of_deleted_user before delete on auth.users
        for each row execute function coverage.delete_own_of_user();

      create function coverage.take_over_from_deleted() returns trigger
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      begin
        update coverage.cloud_accounts set created_by = old.owner_id
          where team_id = old.id and not exists (select 1 from auth.users u where u.id = created_by);
        return old;
      end $$;
      revoke all on function coverage.take_over_from_deleted() from public;
      create trigger accounts_of_deleted_makers before delete on auth.teams
        for each row execute function coverage.take_over_from_deleted();
    `);
  },
};
