import type { Migration } from '@tripline/service';

/**
 * When a team ends, what its service accounts made becomes its owner's: nobody could reach it as theirs. The trigger's name is before that of
 * `rules_of_ended_team`, so that it runs first.
 */
export const serviceAccountsOfEndedTeams: Migration = {
  name: '0007-service-accounts',
  async up(trx) {
    await trx.raw(`
      create function rules.hand_over_from_service_accounts() returns trigger
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      declare
        makers uuid[] := (select array_agg(user_id) from auth.service_accounts where team_id = old.id);
      begin
        if makers is not null then
          update rules.generations set created_by = old.owner_id where team_id = old.id and created_by = any (makers);
          update rules.rules set created_by = old.owner_id where team_id = old.id and created_by = any (makers);
        end if;
        return old;
      end $$;
      revoke all on function rules.hand_over_from_service_accounts() from public;
      create trigger made_by_service_accounts before delete on auth.teams
        for each row execute function rules.hand_over_from_service_accounts();
    `);
  },
};
