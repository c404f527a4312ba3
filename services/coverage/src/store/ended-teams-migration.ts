import type { Migration } from '@tripline/service';

/**
 * When a team ends, its cloud accounts return to the users who made them, in the same transaction: the maker becomes the owner in the
 * generated column. They lose the scanner's own credentials, because the operator has allowed those to the team alone.
 */
export const endedTeams: Migration = {
  name: '0002-ended-teams',
  async up(trx) {
    await trx.raw(`
      create index cloud_accounts_team on coverage.cloud_accounts (team_id) where team_id is not null;
      alter table coverage.cloud_accounts add foreign key (team_id) references auth.teams on delete set null;

      create function coverage.keep_own_credentials() returns trigger
      language plpgsql set search_path = pg_catalog, pg_temp as $$
      begin
        new.own_credentials := false;
        new.status := 'pending_connection';
        return new;
      end $$;
      create trigger accounts_of_ended_team before update of team_id on coverage.cloud_accounts
        for each row when (old.team_id is not null and new.team_id is null and old.own_credentials)
        execute function coverage.keep_own_credentials();
    `);
  },
};
