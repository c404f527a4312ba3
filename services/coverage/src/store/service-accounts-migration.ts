import type { Migration } from '@tripline/service';

/** When a team ends, the cloud accounts that its service accounts connected become its owner's. */
export const serviceAccountsOfEndedTeams: Migration = {
  name: '0007-service-accounts',
  async up(trx) {
    await trx.raw(`
      create function coverage.hand_over_from_service_accounts() returns trigger
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      begin
        update coverage.cloud_accounts set created_by = old.owner_id
          where team_id = old.id
            and created_by in (select user_id from auth.service_accounts where team_id = old.id);
        return old;
      end $$;
      revoke all on function coverage.hand_over_from_service_accounts() from public;
      create trigger connected_by_service_accounts before delete on auth.teams
        for each row execute function coverage.hand_over_from_service_accounts();
    `);
  },
};
