import type { Migration } from '@tripline/service';

/**
 * When an account is deleted, its own rules, generations and documents go with it, in the same transaction. What it made in a team stays with the team,
 * under its id; when that team ends, its owner is the maker.
 */
export const deletedUsers: Migration = {
  name: '0005-deleted-users',
  async up(trx) {
    await trx.raw(`
      create function rules.delete_own_of_user() returns trigger
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      begin
        delete from rules.generations where owner_id = old.id;
        delete from rules.rules where owner_id = old.id;
        return old;
      end $$;
      revoke all on function rules.delete_own_of_user() from public;
      create trigger rules_of_deleted_user before delete on auth.users
        for each row execute function rules.delete_own_of_user();

      create function rules.take_over_from_deleted() returns trigger
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      begin
        update rules.generations set created_by = old.owner_id
          where team_id = old.id and not exists (select 1 from auth.users u where u.id = created_by);
        update rules.rules set created_by = old.owner_id
          where team_id = old.id and not exists (select 1 from auth.users u where u.id = created_by);
        return old;
      end $$;
      revoke all on function rules.take_over_from_deleted() from public;
      -- Triggers fire in the order of their names: before rules_of_ended_team, which gives the rules to their makers.
      create trigger rules_of_deleted_makers before delete on auth.teams
        for each row execute function rules.take_over_from_deleted();
    `);
  },
};
