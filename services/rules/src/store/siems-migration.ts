import type { Migration } from '@tripline/service';

/** Which SIEMs somebody has, or a team: what pages of the dashboard show first, and for which data. They go with whoever chose them. */
export const siems: Migration = {
  name: '0014-siems',
  async up(trx) {
    await trx.raw(`
      create table rules.siems (
        owner_id uuid primary key,
        siems json not null,
        updated_at timestamptz not null
      );

      create function rules.delete_siems_of_owner() returns trigger
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      begin
        delete from rules.siems where owner_id = old.id;
        return old;
      end $$;
      revoke all on function rules.delete_siems_of_owner() from public;
      create trigger siems_of_deleted_user before delete on auth.users
        for each row execute function rules.delete_siems_of_owner();
      create trigger siems_of_ended_team before delete on auth.teams
        for each row execute function rules.delete_siems_of_owner();
    `);
  },
};
